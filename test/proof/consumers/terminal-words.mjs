// Words that the two sides of the terminal proof share: who asks from outside, and who sits in the pane.

/** Title and name while nothing has happened. */
export const QUIET = 'quiet'
/** Title after the last command: once the terminal around has it, it has all that came before. */
export const ENDED = 'ended'
export const PASTED = 'pasted-word'

/** What tmux knows of a pane and no program may leave changed. */
export const FLAGS = [
  'cursor_flag',
  'alternate_on',
  'insert_flag',
  'keypad_cursor_flag',
  'keypad_flag',
  'mouse_all_flag',
  'mouse_any_flag',
  'mouse_button_flag',
  'mouse_sgr_flag',
  'mouse_standard_flag',
  'mouse_utf8_flag',
  'origin_flag',
  'wrap_flag',
  'scroll_region_upper',
  'scroll_region_lower',
  'pane_tabs',
  'pane_in_mode',
  'session_name',
]

// A command of the terminal that none knows: it shows nothing, and stands in the log of what was written.
export const markBegin = (id) => `\u001b]9999;begin ${id}\u0007`
export const markEnd = (id) => `\u001b]9999;end ${id}\u0007`
