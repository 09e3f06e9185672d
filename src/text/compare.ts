/** Orders by UTF-16 units, as no locale does otherwise: negative, zero or positive. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
