import Desktop
import Linux
import PushRules

/// A push, or a group of them, as a desktop is given it (iap_push.md 6.3).
struct NoticeForm {
    let gameName: String
    /// Empty without.
    let desktopEntry: String
    let icon: String
    /// The game's.
    let languages: [String]

    func notice(_ view: GroupView, _ note: PushNote) -> Notice {
        // A text without a title is the title, where nothing is lost by that.
        let isLine = view.title.utf8.isEmpty && PushText.line(view.body) == view.body
        let title = view.title.utf8.isEmpty ? gameName : view.title
        var notice = Notice(key: view.key, title: isLine ? view.body : title, body: isLine ? "" : view.body)
        // A sender's text is never markup.
        notice.bodyMarkup = PushText.markup(notice.body)
        notice.icon = icon
        notice.actions = [Notice.Action(key: Notice.defaultAction, label: gameName)]
        if let category = note.entry.category { notice.category = "x-\(desktopEntry.utf8.isEmpty ? gameName : desktopEntry).\(category)" }
        for button in note.buttons {
            if button.kind == .reply {
                notice.replyLabel = button.hint ?? button.title
                notice.replyTitle = button.title
            } else {
                notice.actions.append(Notice.Action(key: button.id, label: button.title))
            }
        }
        if let path = note.entry.mediaPath {
            switch MediaType.named(byFile: path) {
            case .jpeg, .png, .gif: notice.imagePath = path
            case .wav, .mp3: notice.soundPath = path
            // Desktops play neither the sound of MP4 nor a film: the player opens it.
            case .mp4Audio, .mp4, .avi:
                notice.actions.append(Notice.Action(key: ActionBook.playId, label: ActionBook.playTitle(for: languages)))
            case nil: break
            }
        }
        if view.isFolded {
            notice.actions.append(Notice.Action(key: ActionBook.showEachId, label: ActionBook.showEachTitle(for: languages)))
        }
        return notice
    }
}
