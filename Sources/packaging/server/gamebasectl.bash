# Completion of gamebasectl for bash. The program itself says which commands and options there are.
_gamebasectl() {
    local word=${COMP_WORDS[COMP_CWORD]} last=${COMP_WORDS[COMP_CWORD - 1]} so_far='' place
    case $last in
    --key-file | --cacert | --to | --data | --console) mapfile -t COMPREPLY < <(compgen -f -- "$word") && return ;;
    esac
    case $word in
    -*)
        mapfile -t COMPREPLY < <(compgen -W "$("${COMP_WORDS[0]}" --help 2>/dev/null | grep -oE -- '--[a-z-]+' | sort -u)" -- "$word")
        return
        ;;
    esac
    for ((place = 1; place < COMP_CWORD; place++)); do
        case ${COMP_WORDS[place]} in
        # Behind every other option stands its value; readline makes words of the sign between, too.
        --json | --yes | --help | --version | --commands | --chargeback | --declined | --tests | --game | --unmatched | --*=*) ;;
        -*) [ "${COMP_WORDS[place + 1]}" != = ] || place=$((place + 1)) && place=$((place + 1)) ;;
        *) so_far+="${COMP_WORDS[place]} " ;;
        esac
    done
    # The next word of every command that begins with what is there.
    mapfile -t COMPREPLY < <(
        "${COMP_WORDS[0]}" --commands 2>/dev/null | while read -r command; do
            case "$command " in "$so_far"*) command=${command#"$so_far"} && printf '%s\n' "${command%% *}" ;; esac
        done | sort -u | grep -- "^$word"
    )
    [ ${#COMPREPLY[@]} -gt 0 ] || mapfile -t COMPREPLY < <(compgen -f -- "$word")
}
complete -o filenames -F _gamebasectl gamebasectl
