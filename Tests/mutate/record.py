"""What is known so far, on disk after every step, so that a run goes on where it was stopped, and new tests play only what was missed."""
import json
import os
import threading


class Record:
    """`begun` says what the mistakes are planted in. What a test was seen to do counts as long as the files that it is written in are the same."""

    def __init__(self, path, begun):
        self.path, self.lock, self.texts = path, threading.Lock(), {}
        self.facts = {"begun": begun, "left": None, "tests": {}, "outcomes": {}}
        if os.path.exists(path):
            with open(path) as file:
                earlier = json.load(file)
            if earlier["begun"] == begun:
                self.facts = earlier

    def keep(self):
        with self.lock:
            with open(self.path + ".new", "w") as file:
                json.dump(self.facts, file)
            os.replace(self.path + ".new", self.path)

    @property
    def left(self):
        """The numbers of the mistakes that the compiler took; None as long as it was not asked."""
        return self.facts["left"]

    def compiled(self, numbers):
        self.facts["left"] = numbers
        self.keep()

    def known(self, name):
        """(seconds, numbers) of a test whose text is the same; None when it must be played."""
        fact = self.facts["tests"].get(name)
        return fact["reach"] if fact and fact["text"] == self.texts.get(name) else None

    def reached(self, name, reach):
        with self.lock:
            self.facts["tests"][name] = {"text": self.texts[name], "reach": reach}

    def notice(self, number):
        """(test, what it said) of a mistake, as long as that test is the same; None otherwise."""
        fact = self.facts["outcomes"].get(str(number))
        return (fact["by"], fact["said"]) if fact and fact["by"] and fact["text"] == self.texts.get(fact["by"]) else None

    def passed(self, number):
        """The tests, as they are now, that saw nothing of a mistake."""
        fact = self.facts["outcomes"].get(str(number), {})
        return [name for name, text in fact.get("passed", {}).items() if text == self.texts.get(name)]

    def played(self, number, by, said, passed):
        with self.lock:
            self.facts["outcomes"][str(number)] = {
                "by": by, "said": said[-2000:], "text": self.texts.get(by, ""), "passed": {name: self.texts[name] for name in passed}}
        self.keep()
