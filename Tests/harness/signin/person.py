"""A player's browser, as far as pages without scripts need one: cookies, redirects, and forms that are filled in."""
import html.parser
import http.cookiejar
import urllib.error
import urllib.parse
import urllib.request

from harness.runner import Failure

STEPS_MAX = 24


class Forms(html.parser.HTMLParser):
    """The forms of a page: where each goes, by which method, and its fields. Of its buttons only one that has a name is pressed."""

    def __init__(self, page):
        super().__init__()
        self.all, self.select = [], None
        self.feed(page)

    def handle_starttag(self, tag, attributes):
        given = {name: value or "" for name, value in attributes}
        if tag == "form":
            self.all.append({"action": given.get("action", ""), "method": given.get("method", "get").lower(), "fields": {}, "buttons": {}})
        elif tag in ("input", "button", "textarea") and self.all and given.get("name"):
            kind = given.get("type", "submit" if tag == "button" else "text").lower()
            if kind in ("submit", "image"):
                self.all[-1]["buttons"].setdefault(given["name"], given.get("value", ""))
            elif kind not in ("checkbox", "radio", "reset") or "checked" in given:
                self.all[-1]["fields"][given["name"]] = given.get("value", "")


class Person:
    """`knows`: what is written into fields, by their names; `presses`: names of buttons, of which each form's first is pressed."""

    def __init__(self, knows, presses=()):
        self.knows, self.presses, self.path = knows, presses, []

        class Stay(urllib.request.HTTPRedirectHandler):
            def redirect_request(self, *_):
                return None
        self.opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor(http.cookiejar.CookieJar()), Stay)

    def go(self, url, until):
        """Goes on until an address begins with `until`; returns that one, which is not opened."""
        data = None
        for _ in range(STEPS_MAX):
            self.path.append(url)
            if url.startswith(until):
                return url
            status, place, page = self.open(url, data)
            data = None
            if place:
                url = urllib.parse.urljoin(url, place)
                continue
            form = self.chosen(page)
            if not form:
                raise Failure("%d at %s, and no form that is known:\n%s\n%s" % (status, url, "\n".join(self.path), page[-3000:]))
            fields = {**form["fields"], **{name: value for name, value in self.knows.items() if name in form["fields"]}}
            pressed = [name for name in self.presses if name in form["buttons"]]
            if pressed:
                fields[pressed[0]] = form["buttons"][pressed[0]]
            url = urllib.parse.urljoin(url, form["action"])
            if form["method"] == "post":
                data = urllib.parse.urlencode(fields).encode()
            else:
                url = url.split("?")[0] + "?" + urllib.parse.urlencode(fields)
        raise Failure("the pages lead nowhere:\n" + "\n".join(self.path))

    def chosen(self, page):
        """The form that has the most of what is known; of several the first."""
        forms = Forms(page).all
        return max(forms, key=lambda form: len(set(form["fields"]) & set(self.knows))
                   + len(set(form["buttons"]) & set(self.presses)), default=None)

    def open(self, url, data):
        request = urllib.request.Request(url, data, {"Accept": "text/html", "User-Agent": "Mozilla/5.0"})
        if data is not None:
            parts = urllib.parse.urlsplit(url)
            request.add_header("Origin", "%s://%s" % (parts.scheme, parts.netloc))
            request.add_header("Referer", url)
        try:
            with self.opener.open(request, timeout=20) as answer:
                return answer.status, answer.headers.get("Location"), answer.read().decode("utf-8", "replace")
        except urllib.error.HTTPError as error:
            return error.code, error.headers.get("Location"), error.read().decode("utf-8", "replace")
