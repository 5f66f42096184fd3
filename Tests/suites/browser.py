"""The operator's console as people use it: its page in Debian's Chromium, driven by chromium-driver, against the shipped gamebased. pip brings
selenium and axe into build/browser; pictures of every view are left in build/screenshots."""
from harness.browser import views
from harness.runner import Test


def tests(context):
    return [
        Test("every view opens in each language, light and dark, wide and narrow, asks nobody else and keeps nobody out", views.opened),
        Test("colours are those of the system until somebody chooses", views.themes),
    ]
