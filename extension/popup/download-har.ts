/// <reference types="chrome" />

import { TARGET } from '../capture/target.ts'
import type { PageTimings } from '../capture/types.ts'
import { pageHar } from '../har/page-har.ts'

/** Saves the page's timings as a HAR file: on this machine, and nowhere else. */
export function downloadHar(timings: PageTimings, title: string, document: Document): void {
  const { version } = chrome.runtime.getManifest()
  const har = pageHar(timings, {
    ...{ title, version, browserName: TARGET === 'firefox' ? 'Firefox' : 'Chromium' },
    browserVersion: /(?:Chrome|Firefox)\/([\d.]+)/.exec(navigator.userAgent)?.[1] ?? '',
  })
  if (har === null) return
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([JSON.stringify(har, null, 2)], { type: 'application/json' }))
  link.download = `${URL.parse(title)?.host ?? 'page'}.har`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
