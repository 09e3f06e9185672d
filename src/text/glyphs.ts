import { type Printable, print } from './printable.ts'

/** The marks that tables are drawn with; ASCII is asked for, never guessed from a locale. */
export type Glyphs = {
  readonly ellipsis: Printable
  readonly real: Printable
  readonly synthetic: Printable
  readonly unattributed: Printable
  readonly empty: Printable
  readonly bars: readonly Printable[]
}

export const UNICODE: Glyphs = {
  ellipsis: print`…`,
  real: print`█`,
  synthetic: print`▒`,
  unattributed: print`░`,
  empty: print`·`,
  bars: [print`▁`, print`▂`, print`▃`, print`▄`, print`▅`, print`▆`, print`▇`, print`█`],
}

export const ASCII: Glyphs = {
  ellipsis: print`~`,
  real: print`#`,
  synthetic: print`x`,
  unattributed: print`-`,
  empty: print`.`,
  bars: [print`_`, print`,`, print`-`, print`=`, print`+`, print`*`, print`%`, print`#`],
}
