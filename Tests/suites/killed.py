def tests(context):
    return []
