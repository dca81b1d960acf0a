/// What bash needs beside the script that is made of the commands.
enum BashCompletion {
    /// The line that ends the script that is made.
    private static let last = "complete -o filenames -F _healthtui healthtui"

    /// A script whose `--set` completes each of its values; a text that is no script of bash as it is.
    ///
    /// - Parameter script: The script that is made of the commands.
    /// - Returns: The script that is printed.
    static func completed(_ script: String) -> String { script.replacing(last, with: access) }

    /// Bash parts words at `=`, quotes it in what it takes for names of files, and knows of one value behind an option.
    private static let access = """
        # Completes the words behind --set: steps=days bodyMass=weeks
        _healthtui_access() {
            local -i index=$((COMP_CWORD - 1))
            while ((index > 0)) && [[ "${COMP_WORDS[index]}" != -* ]]; do ((index--)); done
            if [[ "${COMP_WORDS[index]}" != --set ]]; then
                _healthtui "${@}"
                return
            fi
            local -a joined=("${COMP_WORDS[@]::index + 1}")
            local word
            for word in "${COMP_WORDS[@]:index + 1:COMP_CWORD - index}"; do
                if [[ "${word}" = "=" || "${joined[-1]}" = *= ]]; then
                    joined[-1]+="${word}"
                else
                    joined+=("${word}")
                fi
            done
            local -a COMP_WORDS=("${joined[@]}")
            local -i COMP_CWORD=$((${#joined[@]} - 1))
            local -r typed="${joined[-1]}"
            compopt +o filenames 2>/dev/null
            _healthtui "${1}" "${typed}" --set
            COMPREPLY=("${COMPREPLY[@]#"${typed%"${typed##*=}"}"}")
        }

        complete -o filenames -F _healthtui_access healthtui
        """
}
