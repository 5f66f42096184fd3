"""Files that programs of the tests write."""
import os


def replace(path, text):
    """Whether it was another text: a file that stays as it is keeps its date, and what is built of it."""
    if os.path.exists(path):
        with open(path, encoding="utf-8") as file:
            if file.read() == text:
                return False
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return True
