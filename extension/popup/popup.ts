/// <reference types="chrome" />
import { renderHtml } from '../../web/dom/render.ts'
import { reduceLoad } from '../capture/load-times.ts'
import { readPage } from '../capture/read-page.ts'
import type { PageLoad } from '../capture/types.ts'
import { utcDay } from '../capture/utc-day.ts'
import { published } from '../store/published.ts'
import { openStore } from '../store/store.ts'
import { studySiteOf } from '../store/study-site.ts'
import { downloadHar } from './download-har.ts'
import { curvesOf } from './place.ts'
import { notReadable, popupView, type Standing, stillLoading } from './popup-view.ts'

/** A page is looked at again so often while it is loading. */
const AGAIN_MS = 300

const store = openStore(chrome.storage.local)
const main = document.querySelector('#main') as HTMLElement

/** Reads the page that the toolbar was clicked on, which that click allows (activeTab), and shows its load. */
async function show(): Promise<void> {
  const load = await readActiveTab()
  if (load === 'not readable') return showView(notReadable())
  if (load === null) {
    showView(stillLoading())
    setTimeout(() => void show(), AGAIN_MS)
    return
  }
  const url = `${load.origin}${load.pathname}${load.hasQuery ? '?…' : ''}`
  const reference = await published(store, 'reference')
  const site = reference && curvesOf(reference.curves, url)
  const curves = reference && site ? { reference: reference.curves, site } : null
  showView(popupView({ load, curves, standing: await standingOf(url) }))
  main
    .querySelector('#download-har')
    ?.addEventListener('click', () => downloadHar(load.timings, url, document))
  await remember(load, url)
}

async function readActiveTab(): Promise<PageLoad | null | 'not readable'> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  if (tab?.id === undefined) return 'not readable'
  try {
    const [read] = await chrome.scripting.executeScript({
      target: { tabId: tab.id },
      func: readPage,
      args: [true],
    })
    return (read?.result as PageLoad | null | undefined) ?? null
  } catch {
    // The browser's own pages, its store's, error pages: no extension may read them.
    return 'not readable'
  }
}

async function standingOf(url: string): Promise<Standing> {
  const study = await published(store, 'study')
  const found = study && studySiteOf(study, url)
  if (!found) return { kind: 'not_under_study' }
  const { consent, paused, queue } = await store.state()
  if (!consent?.domains.includes(found.domain)) return { kind: 'not_chosen', domain: found.domain }
  const waiting = queue.filter(({ domain }) => domain === found.domain).length
  return { kind: paused ? 'paused' : 'contributing', domain: found.domain, waiting }
}

/** For the page where contributing is explained: what a record of this load would be. No address is kept. */
async function remember(load: PageLoad, url: string): Promise<void> {
  const reduced = reduceLoad(load)
  if ('dropped' in reduced) return
  const study = await published(store, 'study')
  const site = study && studySiteOf(study, url)
  await store.write('lastLoad', {
    load: reduced,
    connectionType: load.connectionType,
    day: utcDay(Date.now()),
    site: site?.site ?? null,
  })
}

function showView(view: Parameters<typeof renderHtml>[0]): void {
  main.replaceChildren(renderHtml(view, document))
  main.removeAttribute('aria-busy')
}

void show()
