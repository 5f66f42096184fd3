import Codecs
import Linux

/// Reads `hive_push_actions.json` (section 5.7). Liberal in what may be there, strict in what must.
///
///     {"actions": {"ID": {"title": {"en": "…", "ja": "…"}, "options": ["foreground"]}}, "categories": {"CATEGORY": ["ID"]}}
///
/// The languages may stand in the action itself, options may be an object of booleans or stand in the action. Keys that nobody knows are
/// passed over with a warning. What is built in may stand in the file, as in the example of the page: its texts are then those of the file,
/// and its categories have their actions.
struct ActionFile {
    private let bytes: [UInt8]
    private var path: [JSONStep] = []
    private var book = ActionBook()

    private init(_ bytes: [UInt8]) { self.bytes = bytes }

    static func read(_ bytes: [UInt8]) throws(ActionFileError) -> ActionBook {
        let json: JSON
        do throws(JSONError) {
            json = try JSON.parse(bytes: bytes, limits: JSONLimits(bytesMax: ActionBook.fileBytesMax))
        } catch {
            let code: ActionFileError.Code =
                switch error.kind {
                case .repeatedKey: .duplicateKey
                case .tooLong: .tooLarge
                case .malformed, .textRefused: .notJSON
                }
            throw ActionFileError(code, error)
        }
        var file = ActionFile(bytes)
        try file.readSections(json)
        return file.book
    }

    private mutating func readSections(_ json: JSON) throws(ActionFileError) {
        guard let object = json.objectValue else { throw fault(.wrongType, "the file must be an object") }
        let actions = try section("actions", of: object, max: ActionBook.actionsMax)
        let categories = try section("categories", of: object, max: ActionBook.categoriesMax)
        for (key, _) in object.members where key != "actions" && key != "categories" {
            warn([.key(key)], "is unknown")
        }
        for (id, value) in actions.members {
            path = [.key("actions"), .key(id)]
            try checkId(id)
            try book.actions.append(action(id, value))
        }
        for (id, value) in categories.members {
            path = [.key("categories"), .key(id)]
            try checkId(id)
            let category = try category(id, value)
            path = [.key("categories"), .key(id)]
            guard BuiltInActions.actions(of: id) ?? category.actions == category.actions else {
                throw fault(.builtInId, "this category is built in with other actions: choose another id")
            }
            book.categories.append(category)
        }
    }

    private mutating func section(_ key: String, of object: JSONObject, max: Int) throws(ActionFileError) -> JSONObject {
        guard let value = object[key] else { throw fault(.missingSection, "\"\(key)\" is missing") }
        path = [.key(key)]
        guard let section = value.objectValue else { throw fault(.wrongType, "\"\(key)\" must be an object") }
        guard section.count <= max else { throw fault(.tooLarge, "\"\(key)\" has more than \(max) members") }
        path = []
        return section
    }

    /// Letters, digits, `_`, `-` and `.`: ids go to desktops as they are. Two of them mean something there.
    private func checkId(_ id: String) throws(ActionFileError) {
        guard !ActionBook.isReserved(id) else { throw fault(.wrongId, "desktops give this id a meaning: choose another") }
        guard (1...ActionBook.idBytesMax).contains(id.utf8.count) else {
            throw fault(.wrongId, "an id has 1 to \(ActionBook.idBytesMax) characters")
        }
        for byte in id.utf8 {
            switch byte {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"),
                UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "."):
                break
            default: throw fault(.wrongId, "an id has letters, digits and _ - . only")
            }
        }
    }

    private mutating func category(_ id: String, _ value: JSON) throws(ActionFileError) -> PushCategory {
        guard let elements = value.arrayValue else { throw fault(.wrongType, "a category must be a list of ids") }
        guard (1...PushCategory.actionsMax).contains(elements.count) else {
            throw fault(.wrongCategorySize, "a category has 1 to \(PushCategory.actionsMax) actions")
        }
        var ids: [String] = []
        let category = path
        for (place, element) in elements.enumerated() {
            path = category + [.element(place)]
            guard let action = element.stringValue else { throw fault(.wrongType, "an action's id must be a text") }
            guard !ids.contains(action) else { throw fault(.duplicateAction, "the action is in the category twice") }
            guard BuiltInActions.isAction(action) || book.actions.contains(where: { $0.id == action }) else {
                throw fault(.unknownAction, "there is no action of this id")
            }
            ids.append(action)
        }
        return PushCategory(id: id, actions: ids)
    }

    private mutating func action(_ id: String, _ value: JSON) throws(ActionFileError) -> DeclaredAction {
        guard let object = value.objectValue else { throw fault(.wrongType, "an action must be an object") }
        var options: DeclaredAction.Options = []
        var hasOptions = false
        // The languages are those of "title", or stand in the action itself.
        let title = object["title"]
        var texts = JSONObject()
        let action = path
        for (key, member) in object.members {
            path = action + [.key(key)]
            if key == "title" { continue }
            if key == "options" {
                hasOptions = true
                try options.formUnion(self.options(member))
            } else if let option = DeclaredAction.Options.named(key) {
                hasOptions = true
                if try flag(member) { options.insert(option) }
            } else if title == nil, LanguageTag(key) != nil {
                texts.append(key, member)
            } else {
                warn(path, "is unknown")
            }
        }
        path = action
        if let title {
            path = action + [.key("title")]
            guard let object = title.objectValue else { throw fault(.wrongType, "\"title\" must be an object of languages") }
            texts = object
        }
        return try titled(id, texts, hasOptions || !BuiltInActions.isAction(id) ? options : BuiltInActions.options(id))
    }

    private mutating func titled(
        _ id: String, _ texts: JSONObject, _ options: DeclaredAction.Options
    ) throws(ActionFileError) -> DeclaredAction {
        guard texts.count <= ActionBook.languagesMax else {
            throw fault(.tooManyLanguages, "there are more than \(ActionBook.languagesMax) languages")
        }
        var languages: [String] = []
        var titles: [String] = []
        var seen: [String] = []
        let holder = path
        for (tag, value) in texts.members {
            path = holder + [.key(tag)]
            guard let read = LanguageTag(tag) else { throw fault(.wrongType, "this is no language tag") }
            guard !seen.contains(read.whole) else { throw fault(.duplicateKey, "the language is there twice") }
            guard let text = value.stringValue else { throw fault(.wrongType, "a title must be a text") }
            guard PushText.isPlain(text), text.utf8.count <= ActionBook.titleBytesMax else {
                throw fault(.wrongTitle, "a title has 1 to \(ActionBook.titleBytesMax) bytes and no control characters")
            }
            seen.append(read.whole)
            languages.append(tag)
            titles.append(text)
        }
        path = holder
        guard seen.contains(LanguageChoice.fallback) else { throw fault(.missingEnglish, "the title in \"en\" is missing") }
        if languages.count > ActionBook.languagesOfTheGuide {
            warn(path, "has \(languages.count) languages, where the guide promises \(ActionBook.languagesOfTheGuide)")
        }
        return DeclaredAction(id: id, languages: languages, titles: titles, options: options)
    }

    /// A list of names, or an object of booleans.
    private mutating func options(_ value: JSON) throws(ActionFileError) -> DeclaredAction.Options {
        var options: DeclaredAction.Options = []
        let holder = path
        var names: [(name: String, step: JSONStep)] = []
        if let elements = value.arrayValue {
            for (place, element) in elements.enumerated() {
                path = holder + [.element(place)]
                guard let name = element.stringValue else { throw fault(.wrongType, "an option must be a text") }
                names.append((name, .element(place)))
            }
        } else if let object = value.objectValue {
            for (name, member) in object.members {
                path = holder + [.key(name)]
                if try flag(member) { names.append((name, .key(name))) }
            }
        } else {
            throw fault(.wrongType, "\"options\" must be a list, or an object of booleans")
        }
        for (name, step) in names {
            if let option = DeclaredAction.Options.named(name) {
                options.insert(option)
            } else {
                warn(holder + [step], "is no known option")
            }
        }
        return options
    }

    private func flag(_ value: JSON) throws(ActionFileError) -> Bool {
        guard let flag = value.boolValue else { throw fault(.wrongType, "an option must be true or false") }
        return flag
    }

    private func fault(_ code: ActionFileError.Code, _ reason: String) -> ActionFileError {
        ActionFileError(code, JSONError(in: bytes, at: path, reason))
    }

    private mutating func warn(_ path: [JSONStep], _ reason: String) {
        guard book.warnings.count < ActionBook.warningsMax else { return }
        var name = "the element"
        if case .key(let key) = path.last { name = PushText.line(key, bytesMax: ActionBook.idBytesMax) }
        book.warnings.append(JSONError(in: bytes, at: path, "\"\(name)\" \(reason)").message)
    }
}

extension ActionBook {
    /// Reads a whole file. Nothing of a file that is wrong is taken.
    @export(interface) public static func read(_ bytes: [UInt8]) throws(ActionFileError) -> ActionBook {
        try ActionFile.read(bytes)
    }
}
