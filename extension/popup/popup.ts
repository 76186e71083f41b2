/// <reference types="chrome" />

import { utcDay } from '../../model/utc-day.ts'
import { renderHtml } from '../../web/dom/render.ts'
import { pageBadge, showBadge } from '../badge/show-badge.ts'
import { reduceLoad } from '../capture/load-times.ts'
import { readPage } from '../capture/read-page.ts'
import type { PageLoad } from '../capture/types.ts'
import { browserEnvironment } from '../send/environment.ts'
import { published } from '../store/published.ts'
import { studySiteOf } from '../store/study-site.ts'
import type { PageVitals } from '../vitals/page-vitals.ts'
import { readVitals } from '../vitals/read-vitals.ts'
import { downloadHar } from './download-har.ts'
import { curvesOf } from './place.ts'
import { notReadable, popupView, type Standing, stillLoading } from './popup-view.ts'

/** A page is looked at again so often while it is loading. */
const AGAIN_MS = 300

const environment = browserEnvironment()
const { store } = environment
const main = document.querySelector('#main') as HTMLElement

/** Reads the page that the toolbar was clicked on, which that click allows (activeTab), and shows its load. */
async function show(): Promise<void> {
  const tabId = await activeTabId()
  const load = tabId === null ? 'not readable' : await readTab(tabId)
  if (tabId === null || load === 'not readable') return showView(notReadable())
  if (load === null) {
    showView(stillLoading())
    setTimeout(() => void show(), AGAIN_MS)
    return
  }
  const url = `${load.origin}${load.pathname}${load.hasQuery ? '?…' : ''}`
  const reference = await published(store, 'reference')
  const site = reference && curvesOf(reference.curves, url)
  const curves = reference && site ? { reference: reference.curves, site } : null
  showView(popupView({ load, vitals: await vitalsOf(tabId), curves, standing: await standingOf(url) }))
  main
    .querySelector('#download-har')
    ?.addEventListener('click', () => downloadHar(load.timings, url, document))
  await showBadge(store, tabId, pageBadge(load.timings.navigation?.nextHopProtocol))
  await remember(load, url)
}

async function activeTabId(): Promise<number | null> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  return tab?.id ?? null
}

async function readTab(tabId: number): Promise<PageLoad | null | 'not readable'> {
  try {
    const [read] = await chrome.scripting.executeScript({ target: { tabId }, func: readPage, args: [true] })
    return (read?.result as PageLoad | null | undefined) ?? null
  } catch {
    // The browser's own pages, its store's, error pages: no extension may read them.
    return 'not readable'
  }
}

/** Returns null where the page is gone meanwhile. */
async function vitalsOf(tabId: number): Promise<PageVitals | null> {
  try {
    const [read] = await chrome.scripting.executeScript({ target: { tabId }, func: readVitals })
    return read?.result ?? null
  } catch {
    return null
  }
}

async function standingOf(url: string): Promise<Standing> {
  const study = await published(store, 'study')
  const found = study && studySiteOf(study, url)
  if (!found) return { kind: 'not_offered' }
  const { consent, paused, queue } = await store.state()
  if (!consent?.domains.includes(found.domain))
    return (await hasServer()) ? { kind: 'not_chosen', domain: found.domain } : { kind: 'not_offered' }
  const waiting = queue.filter(({ domain }) => domain === found.domain).length
  return { kind: paused ? 'paused' : 'contributing', domain: found.domain, waiting }
}

async function hasServer(): Promise<boolean> {
  return (await environment.collector()).server !== null
}

/** A browser without a server has nothing to contribute to. */
async function nameOptions(): Promise<void> {
  const link = document.querySelector('#options') as HTMLElement
  link.textContent = (await hasServer()) ? 'Contribute' : 'Options'
}

/** Keeps what a record of this load would be, for the page where contributing is explained. No address is kept. */
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

void nameOptions()
void show()
