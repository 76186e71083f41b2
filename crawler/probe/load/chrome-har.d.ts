declare module 'chrome-har' {
  import type { Entry, Har, Log } from 'har-format'

  export interface ChromeEntry extends Entry {
    _requestId?: string
    _error?: string
  }

  export interface ChromeHar extends Har {
    log: Omit<Log, 'entries'> & { entries: ChromeEntry[] }
  }

  /** Events of the DevTools protocol, in their order. */
  export function harFromMessages(
    messages: readonly { readonly method: string; readonly params: object }[],
    options?: {
      readonly includeResourcesFromDiskCache?: boolean
    },
  ): ChromeHar
}
