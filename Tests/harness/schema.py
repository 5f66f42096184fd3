"""A validator for the keywords of JSON Schema (draft 2020-12) that console.schema.json uses, and a walk over what it describes.
A keyword that is not known here is an error: silence would be a hole."""
import re

ANNOTATIONS = {"$schema", "$id", "$defs", "title", "description", "default", "examples"}
TYPES = {"object": dict, "array": list, "string": str, "boolean": bool, "null": type(None)}


def is_a(value, name):
    if name == "integer":
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, TYPES[name])


class Schema:
    def __init__(self, root):
        self.root = root

    def whole(self, schema):
        """A schema with what it refers to; its own words go before those that are referred to."""
        while "$ref" in schema:
            place = self.root
            for part in schema["$ref"].removeprefix("#/").split("/"):
                place = place[part]
            schema = {**place, **{key: value for key, value in schema.items() if key != "$ref"}}
        return schema

    def errors(self, value, schema=None, path="$"):
        """Paths of what is wrong with the value, with the keyword that says so."""
        schema = self.whole(self.root if schema is None else schema)
        found = []
        for keyword, rule in schema.items():
            if keyword in ANNOTATIONS:
                continue
            found += getattr(self, "keyword_" + keyword)(value, rule, schema, path)
        return found

    def errors_since(self, valid, value):
        """The same of a value that differs from a valid one; keys that both have as the same object are not looked at again."""
        properties = self.whole(self.root).get("properties", {})
        if not isinstance(value, dict) or value.keys() != valid.keys() or not value.keys() <= properties.keys():
            return self.errors(value)
        return [error for key, item in value.items() if item is not valid[key] for error in self.errors(item, properties[key], "$." + key)]

    def keyword_type(self, value, rule, schema, path):
        names = rule if isinstance(rule, list) else [rule]
        return [] if any(is_a(value, name) for name in names) else [(path, "type")]

    def keyword_enum(self, value, rule, schema, path):
        return [] if any(type(value) is type(choice) and value == choice for choice in rule) else [(path, "enum")]

    def keyword_minimum(self, value, rule, schema, path):
        return [(path, "minimum")] if is_a(value, "integer") and value < rule else []

    def keyword_maximum(self, value, rule, schema, path):
        return [(path, "maximum")] if is_a(value, "integer") and value > rule else []

    def keyword_minLength(self, value, rule, schema, path):
        return [(path, "minLength")] if isinstance(value, str) and len(value) < rule else []

    def keyword_maxLength(self, value, rule, schema, path):
        return [(path, "maxLength")] if isinstance(value, str) and len(value) > rule else []

    def keyword_writeOnly(self, value, rule, schema, path):
        """What is shown in its place says nothing of it."""
        return []

    def keyword_pattern(self, value, rule, schema, path):
        return [(path, "pattern")] if isinstance(value, str) and not re.search(rule, value) else []

    def keyword_maxItems(self, value, rule, schema, path):
        return [(path, "maxItems")] if isinstance(value, list) and len(value) > rule else []

    def keyword_minItems(self, value, rule, schema, path):
        return [(path, "minItems")] if isinstance(value, list) and len(value) < rule else []

    def keyword_maxProperties(self, value, rule, schema, path):
        return [(path, "maxProperties")] if isinstance(value, dict) and len(value) > rule else []

    def keyword_items(self, value, rule, schema, path):
        if not isinstance(value, list):
            return []
        return [error for index, item in enumerate(value) for error in self.errors(item, rule, "%s[%d]" % (path, index))]

    def keyword_required(self, value, rule, schema, path):
        return [("%s.%s" % (path, key), "required") for key in rule if isinstance(value, dict) and key not in value]

    def keyword_properties(self, value, rule, schema, path):
        if not isinstance(value, dict):
            return []
        return [error for key, item in value.items() if key in rule for error in self.errors(item, rule[key], "%s.%s" % (path, key))]

    def keyword_additionalProperties(self, value, rule, schema, path):
        if not isinstance(value, dict):
            return []
        unknown = [key for key in value if key not in schema.get("properties", {})]
        if rule is False:
            return [("%s.%s" % (path, key), "additionalProperties") for key in unknown]
        return [error for key in unknown for error in self.errors(value[key], rule, "%s.%s" % (path, key))]

    def places(self, schema=None, path="$", steps=()):
        """Everything that the schema describes: (path, steps to it, schema). An array is entered at its first item, a map at the key of
        its example."""
        schema = self.whole(self.root if schema is None else schema)
        yield path, steps, schema
        for key, inner in schema.get("properties", {}).items():
            yield from self.places(inner, "%s.%s" % (path, key), steps + (key,))
        if isinstance(schema.get("items"), dict):
            yield from self.places(schema["items"], path + "[0]", steps + (0,))
        if isinstance(schema.get("additionalProperties"), dict):
            key = map_key(schema)
            yield from self.places(schema["additionalProperties"], "%s.%s" % (path, key), steps + (key,))

    def sample(self, schema=None):
        """A value that has every key, made of the examples."""
        schema = self.whole(self.root if schema is None else schema)
        if "properties" in schema:
            return {key: self.sample(inner) for key, inner in schema["properties"].items()}
        if isinstance(schema.get("additionalProperties"), dict):
            return {map_key(schema): self.sample(schema["additionalProperties"])}
        if "items" in schema:
            return [self.sample(schema["items"])]
        return schema["examples"][0]


def map_key(schema):
    """A map's example is an object with one key."""
    return next(iter(schema["examples"][0]))
