/// <reference types="chrome" />
import type { Har } from 'har-format'
import { h } from '../../web/dom/h.ts'
import { renderHtml } from '../../web/dom/render.ts'
import { readPage } from '../capture/read-page.ts'
import type { PageLoad, PageTimings } from '../capture/types.ts'
import { type MeasuredHar, measuredHar } from './measured-har.ts'
import { panelMarkdown } from './panel-markdown.ts'
import { panelView } from './panel-view.ts'
import { recordedLoad } from './recorded-load.ts'

const { network, inspectedWindow, panels } = chrome.devtools
/** Requests come by the hundred: the panel is drawn anew once they have stopped for so long. */
const QUIET_MS = 400
/** A page that is busy for longer is not waited for. */
const READ_LIMIT_MS = 2_000

/** Limit of the panel's text (panel.css), px. */
const MOST_WIDTH = 780

let measured: MeasuredHar | null = null
let timer: ReturnType<typeof setTimeout> | null = null

document.documentElement.style.colorScheme = panels.themeName === 'dark' ? 'dark' : 'light'
network.onRequestFinished.addListener(soon)
network.onNavigated.addListener(soon)
void refresh()

function soon(): void {
  if (timer !== null) clearTimeout(timer)
  timer = setTimeout(() => void refresh(), QUIET_MS)
}

async function refresh(): Promise<void> {
  const log = await recorded()
  measured = measuredHar(log, await pageTimings(), chrome.runtime.getManifest().version)
  const { metrics } = measured
  const load = recordedLoad(log)
  const view = panelView({
    requests: log.entries.length,
    ...{ metrics, load },
    width: Math.min(MOST_WIDTH, Math.max(320, document.body.clientWidth - 40)),
    copy: () => copyText(panelMarkdown(load, metrics)),
    reload: () => inspectedWindow.reload({}),
    refresh: () => void refresh(),
    save,
  })
  document.getElementById('panel')?.replaceChildren(...renderHtml(h('div', view), document).childNodes)
}

/** Pages that extensions may not see (the browser’s own) give nothing. */
function recorded(): Promise<Har['log']> {
  return new Promise((resolve) => {
    // Chromium gives the log itself, Firefox the whole of the HAR.
    network.getHAR((given) => {
      const { log = given } = (given ?? {}) as unknown as { readonly log?: unknown }
      resolve(Array.isArray((log as Har['log'] | null)?.entries) ? (log as Har['log']) : NOTHING)
    })
  })
}

const NOTHING: Har['log'] = { version: '1.2', creator: { name: 'towline', version: '' }, entries: [] }

/** DevTools may ask the page it inspects without a permission; null where the page is busy, gone, or still loading. */
async function pageTimings(): Promise<PageTimings | null> {
  const { eval: ask } = inspectedWindow
  const load = await new Promise<unknown>((resolve) => {
    setTimeout(resolve, READ_LIMIT_MS)
    ask(`(${readPage})(true)`, (...[answer]) => resolve(answer))
  })
  return (load as PageLoad | null | undefined)?.timings ?? null
}

/** Saves to a file on this machine, and nowhere else. */
function save(): void {
  if (measured === null) return
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(measured.har, null, 1)], { type: 'application/json' }),
  )
  const link = h('a', { href: url, download: 'towline.har' })
  renderHtml(link, document).click()
  setTimeout(() => URL.revokeObjectURL(url), 60_000)
}

/** DevTools allows its panels no Clipboard API: the older command works within a click. */
function copyText(text: string): void {
  const area = document.createElement('textarea')
  area.value = text
  document.body.append(area)
  area.select()
  document.execCommand('copy')
  area.remove()
}
