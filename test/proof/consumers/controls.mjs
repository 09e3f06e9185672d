// What a terminal must not be made to do, one sequence for each check that looks for it. Printed raw, each must trip its
// check: a check that sees nothing then would prove nothing. Carried by a ledger, none may.

const ESC = '\u001b'
const ST = `${ESC}\\`
const BEL = '\u0007'
const clipboard = Buffer.from('OWNED').toString('base64')

/** Sequences by the check that must see them. */
export const CONTROLS = {
  'takes in what comes next': [`${ESC}Pnever ended`],
  title: [`${ESC}]0;OWNED${BEL}`, `${ESC}]2;OWNED${ST}`, `${ESC}_OWNED${ST}`],
  'window name': [`${ESC}kOWNED${ST}`],
  'paste buffers': [`${ESC}]52;c;${clipboard}${BEL}`],
  'typed answers': [`${ESC}[c`, `${ESC}[>c`, `${ESC}[6n`, `${ESC}[5n`, `${ESC}[18t`],
  bell: [BEL],
  modes: [
    `${ESC}[?25l`,
    `${ESC}[?1049h`,
    `${ESC}[?1000h`,
    `${ESC}[?1002h`,
    `${ESC}[?1003h${ESC}[?1006h`,
    `${ESC}[4h`,
    `${ESC}[?7l`,
    `${ESC}[?6h`,
    `${ESC}[?1h`,
    `${ESC}=`,
    `${ESC}[5;10r`,
    `${ESC}[3g`,
    `${ESC}]7;file://owned/${BEL}`,
  ],
  'bracketed paste': [`${ESC}[?2004h`],
  cursor: ['no end of line', `${ESC}[9C`],
  'charset and attributes': [`${ESC}(0`, `${ESC})0\u000e`, `${ESC}[7m`, `${ESC}[8m`, `${ESC}[38;5;9m`],
  'text on the screen': [
    `${ESC}[2J`,
    `${ESC}[3J${ESC}[H${ESC}[2J`,
    `above\n${ESC}[1A${ESC}[Kover`,
    'a long line\rOVER',
    'abc\b\b\bX',
    `x${ESC}[30b`,
  ],
  'lines within the screen': ['w'.repeat(150), '\u8a3c'.repeat(70)],
}

/**
 * Sequences that get through to the terminal around, and what must be seen there of each. While tmux draws anew it passes
 * nothing on, so each is printed several times.
 */
export const OUTSIDE_CONTROLS = [
  { text: `${ESC}]2;OUTER-TITLE${ST}`, seen: 'OUTER-TITLE' },
  { text: `${ESC}]52;c;${Buffer.from('OUTER-COPY').toString('base64')}${BEL}`, seen: ']52;' },
  { text: `${ESC}Ptmux;${ESC}${ESC}]2;PASSED${BEL}${ST}`, seen: 'PASSED' },
]

/** Tables of which some do not keep the column of their last head. */
export const TABLE_CONTROLS = [
  { text: ' ID  COUNT  DIAGNOSIS\n ab      1  fine\n cd     12  \u8a3c\n', slips: false },
  { text: ' ID  COUNT  DIAGNOSIS\n ab      1  fine\n abcdefghijklm  1\n', slips: true },
  { text: ' ID  COUNT  DIAGNOSIS\n \u8a3c\u8a3c\u8a3c\u8a3c\u8a3c  slipped\n', slips: true },
]

/** Every sequence that is a control, to be carried by a ledger. */
export const sequences = [
  ...new Set([...Object.values(CONTROLS).flat(), ...OUTSIDE_CONTROLS.map(({ text }) => text)]),
]
