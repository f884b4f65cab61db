import Terminal

/// What terminals answered to the driver's questions at 80 × 24, byte by byte.
///
/// Recorded: xterm 379, kitty 0.26.5, alacritty 0.11, VTE 0.70, tmux 3.3a. After their documentation: kitty 0.41 (in
/// tmux 3.3a with passthrough too, where tmux itself answers all but the question that was passed on), foot, and the
/// Linux console.
enum Recorded {
    static let xterm =
        "\u{1B}[2;2R\u{1B}[2;19R\u{1B}[2;37R\u{1B}[2;57R\u{1B}[2;67R\u{1B}[3;4R\u{1B}[3;19R\u{1B}[3;3"
        + "4R\u{1B}[3;50R\u{1B}[3;66R\u{1B}[4;3R\u{1B}[4;17R\u{1B}P>|XTerm(379)\u{1B}\\\u{1B}[?2026;0$y\u{1B}[?64;1"
        + ";2;6;9;15;16;17;18;21;22;28c"
    static let oldKitty =
        "\u{1B}[2;3R\u{1B}[2;19R\u{1B}[2;35R\u{1B}[2;57R\u{1B}[2;67R\u{1B}[3;3R\u{1B}[3;19R\u{1B}[3;3"
        + "5R\u{1B}[3;50R\u{1B}[3;66R\u{1B}[4;4R\u{1B}[4;17R\u{1B}P>|kitty(0.26.5)\u{1B}\\\u{1B}[6;18;9t\u{1B}[?202"
        + "6;2$y\u{1B}[?0u\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;c"
    static let alacritty =
        "\u{1B}[2;2R\u{1B}[2;19R\u{1B}[2;37R\u{1B}[2;57R\u{1B}[2;67R\u{1B}[3;4R\u{1B}[3;19R\u{1B}[3;3"
        + "4R\u{1B}[3;50R\u{1B}[3;66R\u{1B}[4;3R\u{1B}[4;17R\u{1B}[?6c"
    static let vte =
        "\u{1B}[2;2R\u{1B}[2;19R\u{1B}[2;37R\u{1B}[2;57R\u{1B}[2;67R\u{1B}[3;4R\u{1B}[3;19R\u{1B}[3;3"
        + "4R\u{1B}[3;50R\u{1B}[3;66R\u{1B}[4;3R\u{1B}[4;17R\u{1B}[?2026;4$y\u{1B}[?65;1;9c"
    static let tmux =
        "\u{1B}[2;2R\u{1B}[2;19R\u{1B}[2;37R\u{1B}[2;51R\u{1B}[2;67R\u{1B}[3;4R\u{1B}[3;19R\u{1B}[3;3"
        + "4R\u{1B}[3;49R\u{1B}[3;66R\u{1B}[4;3R\u{1B}[4;17R\u{1B}P>|tmux 3.3a\u{1B}\\\u{1B}[?1;2c"
    static let kitty =
        "\u{1B}[2;3R\u{1B}[2;19R\u{1B}[2;35R\u{1B}[2;51R\u{1B}[2;66R\u{1B}[3;2R\u{1B}[3;19R\u{1B}[3;3"
        + "5R\u{1B}[3;51R\u{1B}[3;66R\u{1B}[4;3R\u{1B}[4;19R\u{1B}P>|kitty(0.41.1)\u{1B}\\\u{1B}[6;18;9t\u{1B}[?202"
        + "6;2$y\u{1B}[?0u\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?62;52;c"
    static let tmuxWithPassthrough = tmux.replacing("\u{1B}[?1;2c", with: "\u{1B}_Gi=31;OK\u{1B}\\\u{1B}[?1;2c")
    static let foot =
        "\u{1B}[2;3R\u{1B}[2;19R\u{1B}[2;35R\u{1B}[2;51R\u{1B}[2;67R\u{1B}[3;2R\u{1B}[3;19R\u{1B}[3;3"
        + "5R\u{1B}[3;51R\u{1B}[3;66R\u{1B}[4;3R\u{1B}[4;17R\u{1B}P>|foot(1.16.2)\u{1B}\\\u{1B}[6;20;10t\u{1B}[?202"
        + "6;2$y\u{1B}[?0u\u{1B}[?62;4;22c"
    static let console = "\u{1B}[2;2R\u{1B}[2;19R\u{1B}[2;35R\u{1B}[2;53R\u{1B}[?6c"
}
