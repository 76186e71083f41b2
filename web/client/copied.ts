/** Copies a text; false where the browser forbids it, as it does without TLS. */
export async function copied({ clipboard }: Navigator, text: string): Promise<boolean> {
  try {
    await clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}
