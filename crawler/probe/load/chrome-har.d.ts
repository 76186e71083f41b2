declare module 'chrome-har' {
  import type { Har } from 'har-format'

  /** Events of the DevTools protocol, in their order. */
  export function harFromMessages(
    messages: readonly { readonly method: string; readonly params: object }[],
    options?: {
      readonly includeResourcesFromDiskCache?: boolean
      readonly includeTextFromResponseBody?: boolean
    },
  ): Har
}
