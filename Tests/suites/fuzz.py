"""The HTTP front under libFuzzer, which goes where the code has not been yet (Tests/fuzz/http). In long series alone: it has a build of its
own.

FUZZ: for how many seconds; SEED: with which inputs it begins.
"""
import glob
import os
import shutil

from harness import series
from harness.runner import Failure, Skip, Test, tail

SECONDS = series.length("FUZZ", 20, 900)
BYTES_MAX = 4096
WORDS = os.path.join("Tests", "fuzz", "http.dict")
# One of each kind that Tests/fuzz/http/main.swift reads.
START = [
    b"POST /v1 HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\n\r\n{}GET /health HTTP/1.1\r\nhost: a\r\n\r\n",
    b"POST /v1 HTTP/1.1\r\nhost: a\r\ntransfer-encoding: chunked\r\n\r\n2;a=b\r\n{}\r\n0\r\n\r\nHEAD /health HTTP/1.1\r\nhost: a\r\n\r\n",
    b'GET / HTTP/1.1\r\nhost: a\r\nforwarded: for="[2001:db8::1]:4711";proto=https\r\nx-forwarded-for: 192.0.2.1:80, unknown\r\n\r\n',
    b'\x80{"name":"gateway.idPLogin","transactionId":"1","parameters":{"idPInfo":{"idPCode":"guest"}}}',
    b'\x01--edge\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nbytes\r\n--edge--\r\n',
    b"\x02where=%7B%22a%22%3A%7B%22%24gt%22%3A1%7D%7D&order=-a&limit=3&skip=1&count=1&include=b",
]


def program(context):
    def build():
        swift = os.path.dirname(context.toolchain()[0])
        if not glob.glob(os.path.join(swift, "lib", "clang", "*", "lib", "*", "libclang_rt.fuzzer*.a")):
            raise Skip("this toolchain has no libFuzzer")
        # The other linker does not get through the lines of what libFuzzer watches.
        flags = ["-Xswiftc", "-sanitize=fuzzer", "-Xswiftc", "-O", "-Xswiftc", "-use-ld=lld"]
        scratch = ["--product", "fuzz-http", "--scratch-path", context.path(".build", "fuzz"), *flags]
        asked = {"GAMEBASE_FUZZ": "1"}
        context.check(["swift", "build", *scratch], timeout=1800, environment=asked)
        return os.path.join(context.check(["swift", "build", "--show-bin-path", *scratch], environment=asked).strip(), "fuzz-http")
    return context.once("fuzz-http", build)


def run(context):
    tool = program(context)
    folder = context.directory("fuzz")
    for place, text in enumerate(START):
        with open(os.path.join(folder, str(place)), "wb") as file:
            file.write(text)
    found = os.path.join(context.directory("found"), "")
    result = context.process(
        [tool, folder, "-max_total_time=%d" % SECONDS, "-max_len=%d" % BYTES_MAX, "-dict=" + WORDS, "-timeout=5",
         "-rss_limit_mb=1024", "-seed=%d" % series.seed(1), "-artifact_prefix=" + found, "-print_final_stats=1"], timeout=SECONDS + 300)
    inputs = os.listdir(found)
    if result.status != 0 or inputs:
        kept = context.path("build", "fuzz-found")
        os.makedirs(kept, exist_ok=True)
        for name in inputs:
            shutil.copy(os.path.join(found, name), kept)
        raise Failure("status %s; the input is in build/fuzz-found: %s\n%s" % (result.status, inputs, tail(result.output, 40)))
    return next((line for line in reversed(result.output.splitlines()) if " cov: " in line), tail(result.output, 1))


def tests(context):
    if not series.IS_LONG:
        return []
    return [Test("the HTTP front reads %d s of bytes by strangers, in any pieces alike, and traps at none" % SECONDS, run)]
