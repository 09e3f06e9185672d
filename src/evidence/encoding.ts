/** True where text holds an encoded path separator: only then can decoding bring a path to light. */
export function hasPercent(text: string): boolean {
  const at = text.indexOf('%')
  return at >= 0 && (text.startsWith('file://') || /%(?:2[fF]|5[cC])/.test(text))
}

/** Decodes percent-encoding where it is valid UTF-8, and leaves every other stretch as it was. Linear. */
export function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9A-Fa-f]{2})+/g, (run) => {
    try {
      return decodeURIComponent(run)
    } catch (error) {
      if (error instanceof URIError) return run
      throw error
    }
  })
}
