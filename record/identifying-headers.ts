/** Names that hold credentials, or tell one visitor from another, whole or as a part between hyphens. */
const IDENTIFYING =
  /^(cookie2?|x-client-data|x-requested-by)$|(^|[-_])(auth|authorization|token|key|apikey|secret|session|sessionid|sid|csrf|xsrf|csrftoken|password|credentials?|jwt)($|[-_])/i

/** Parts of names that look like credentials and are none. */
const HARMLESS = /^(sec-websocket-key|surrogate-key|idempotency-key)$/i

export const isIdentifying = (name: string): boolean => IDENTIFYING.test(name) && !HARMLESS.test(name)

/** Takes the fields that identify out of request heads, and remembers their names. */
export class HeaderRemoval {
  readonly #removed = new Set<string>()

  kept(pairs: readonly (readonly [string, string])[]): [string, string][] {
    return pairs.flatMap(([name, value]): [string, string][] => {
      if (!isIdentifying(name)) return [[name, value]]
      this.#removed.add(name.toLowerCase())
      return []
    })
  }

  /** Lower case, in alphabetical order. */
  get names(): string[] {
    return [...this.#removed].toSorted()
  }
}
