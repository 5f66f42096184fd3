# Prints the names that the headers export, one a line: every function and constant marked TCGB_API.
# The headers are the contract; the version script and the tests' list of symbols come from here.
# usage: awk -f exports.awk include/*/*.h
{
    text = text $0 "\n"
}
END {
    while ((from = index(text, "/*")) > 0) {
        rest = substr(text, from + 2)
        to = index(rest, "*/")
        text = substr(text, 1, from - 1) " " (to ? substr(rest, to + 2) : "")
    }
    gsub(/#[^\n]*/, "", text)
    count = split(text, statements, ";")
    for (i = 1; i <= count; i++) {
        statement = statements[i]
        if (statement !~ /TCGB_API/) continue
        sub(/.*TCGB_API/, "", statement)
        sub(/\(.*/, "", statement)
        gsub(/TCGB_(NONNULL|NULLABLE)/, " ", statement)
        gsub(/[^A-Za-z0-9_]+/, " ", statement)
        words = split(statement, word, " ")
        if (words > 0) print word[words]
    }
}
