import { isSecret } from './pseudonym.ts'
import type { Store } from './store.ts'

const KIND = 'towline contributor secret'

/** Writes what proves that records are one's own, as a file to keep: who has it can delete them. Null: there is no secret. */
export async function exportSecret(store: Store): Promise<string | null> {
  const { secret } = await store.state()
  return secret === null ? null : `${JSON.stringify({ kind: KIND, version: 1, secret }, null, 2)}\n`
}

/**
 * Takes a secret over, so that two browsers of one person count as one.
 * @throws Error, in words for its owner, where the text is no such file or there are records under another secret
 */
export async function importSecret(store: Store, text: string): Promise<void> {
  const secret = secretOf(text)
  if (secret === null) throw new Error('this is not an exported contributor secret')
  await store.change((state) => {
    if (state.secret !== null && state.secret !== secret && state.pseudonyms.length > 0)
      throw new Error(
        'records were made with another secret: delete everything first, or they could not be deleted',
      )
    return { ...state, secret, secretImported: true }
  })
}

function secretOf(text: string): string | null {
  try {
    const value = JSON.parse(text) as { readonly kind?: unknown; readonly secret?: unknown } | null
    return value?.kind === KIND && isSecret(value.secret) ? value.secret : null
  } catch {
    // Not JSON: not ours.
    return null
  }
}
