/// <reference types="chrome" />
import { h } from '../../web/dom/h.ts'
import { renderHtml } from '../../web/dom/render.ts'
import { chartWidth } from '../../web/har/file-drop.ts'
import { harReader } from '../../web/har/har-reader.ts'
import { loadView } from '../../web/har/load-view.ts'
import { workerReader } from '../../web/har/worker-reader.ts'
import { contribute, type NotQueued } from '../send/contribute.ts'
import { browserEnvironment } from '../send/environment.ts'
import type { ContributableLoad } from './contributable-har.ts'
import { type Contributing, contributionPart } from './contribution-part.ts'
import { harOffer } from './har-offer.ts'

/** Says why a load was not queued, in words. */
const NOT_QUEUED: Readonly<Record<NotQueued, string>> = {
  no_consent: 'Nothing is contributed until you agree to it.',
  paused: 'Contributing is paused.',
  not_under_study: 'This site is not under study any more.',
  site_not_chosen: 'You have not chosen this site to contribute loads of.',
  no_permission: 'The browser has not allowed the extension to read this site.',
  no_server: 'No collecting server is set.',
  already_there: 'A load of this site, protocol and day is already queued or sent.',
}

const environment = browserEnvironment()
const reader = harReader<ContributableLoad>({
  openReader: () =>
    workerReader(new Worker(new URL('./import-worker.ts', import.meta.url), { type: 'module' })),
  show,
  // The page is left by closing it.
  signal: new AbortController().signal,
})
document.querySelector('main')?.append(renderHtml(reader, document))

async function show(
  load: ContributableLoad,
  place: HTMLElement,
  outcome: string | null = null,
): Promise<void> {
  const offer = harOffer(load, await environment.study())
  const { consent } = await environment.store.state()
  const contributing: Contributing =
    consent === null && outcome === null
      ? { outcome: NOT_QUEUED.no_consent, toOptions: true }
      : { outcome, toOptions: outcome !== null }
  const view = h(
    'div',
    loadView(load, chartWidth(place)),
    contributionPart(offer, contributing, () => void send(load, place)),
  )
  place.replaceChildren(renderHtml(view, document))
}

/** Asks for consent and permission anew: both may have been taken back in another window (safety.md EXT-4). */
async function send(load: ContributableLoad, place: HTMLElement): Promise<void> {
  if (load.url === null || 'dropped' in load.contribution) return
  const { day, browser } = load.contribution
  const notQueued = await contribute(environment, {
    ...{ url: load.url, load: load.contribution.load, day },
    ...{ browser: browser.family, major: browser.major, connectionType: null },
  })
  await show(load, place, notQueued === null ? 'Queued: it is sent within hours.' : NOT_QUEUED[notQueued])
}
