import { join } from 'node:path'
import type { RecordPageOptions } from '../../../record/live/record-page-options.ts'

type Browser = RecordPageOptions['browser']

/** Two loads, of whatever is asked for, without a link; `browser` adds to how one is started. */
export function recordOptions({
  browser = {},
  ...more
}: Partial<Omit<RecordPageOptions, 'browser'>> & { readonly browser?: Browser } = {}): RecordPageOptions {
  return {
    loads: 2,
    pause: async () => {},
    whyNot: async () => null,
    refused: () => false,
    robotsToken: null,
    // Without a suffix of its user agent, for which a browser more would be started.
    browser: { sandbox: 'preferred', ...browser },
    privateRoot: false,
    link: null,
    toolVersion: 'test',
    say: () => {},
    signal: AbortSignal.timeout(120_000),
    ...more,
  }
}

/** A browser that trusts `ca.pem` of this folder. */
export const trusting = (folder: string, switches: readonly string[]): Browser => ({
  caFile: join(folder, 'ca.pem'),
  switches,
})
