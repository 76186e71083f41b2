/// <reference types="chrome" />
import { h, type VNode } from '../../web/dom/h.ts'
import { renderHtml } from '../../web/dom/render.ts'
import { utcDay } from '../capture/utc-day.ts'
import { contribute, type NotQueued } from '../send/contribute.ts'
import { browserEnvironment } from '../send/environment.ts'
import { harOffer } from './har-offer.ts'
import type { ImportedLoad } from './imported-file.ts'
import { type Contributing, loadView } from './load-view.ts'
import { openReader } from './open-reader.ts'
import { readInWorker } from './read-in-worker.ts'
import { READ_REFUSALS } from './read-refusal.ts'

/** Why a load was not queued, in words. */
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
const drop = element('drop')
const status = element('status')
const shown = element('loads')
const input = element('file') as HTMLInputElement
/** Of the file that was chosen last: an earlier one that is still being read is not shown. */
let latest = 0

input.addEventListener('change', () => void open(input.files?.[0]))
for (const name of ['dragenter', 'dragover'])
  document.addEventListener(name, (event) => {
    event.preventDefault()
    drop.classList.add('over')
  })
for (const name of ['dragleave', 'drop']) document.addEventListener(name, () => drop.classList.remove('over'))
document.addEventListener('drop', (event) => {
  event.preventDefault()
  void open(event.dataTransfer?.files[0])
})

async function open(file: File | undefined): Promise<void> {
  if (!file) return
  const turn = ++latest
  shown.replaceChildren()
  status.classList.remove('alert')
  status.textContent = `Reading ${file.name} …`
  const today = utcDay(Date.now())
  const read = await readInWorker({ file, today }, openReader)
  if (turn !== latest) return
  // Chosen again, the same file is read again.
  input.value = ''
  if ('refused' in read) {
    status.classList.add('alert')
    status.textContent = READ_REFUSALS[read.refused]
    return
  }
  const { loads } = read
  status.textContent = `${file.name}: ${loads.length === 1 ? 'one load' : `${loads.length} loads`}`
  const place = renderHtml(h('div', {}), document)
  if (loads.length > 1)
    shown.append(
      renderHtml(
        pages(loads, (load) => void show(load, place)),
        document,
      ),
    )
  shown.append(place)
  if (loads[0]) await show(loads[0], place)
}

/** One of several loads can be chosen. */
function pages(loads: readonly ImportedLoad[], choose: (load: ImportedLoad) => void): VNode {
  return h(
    'fieldset',
    { class: 'pages' },
    h('legend', {}, 'Loads of this file'),
    loads.map((load, i) =>
      h(
        'label',
        {},
        h('input', { type: 'radio', name: 'load', checked: i === 0, onchange: () => choose(load) }),
        h('span', {}, load.name),
      ),
    ),
  )
}

async function show(load: ImportedLoad, place: HTMLElement, outcome: string | null = null): Promise<void> {
  const offer = harOffer(load, await environment.study())
  const { consent } = await environment.store.state()
  const contributing: Contributing =
    consent === null && outcome === null
      ? { outcome: NOT_QUEUED.no_consent, toOptions: true }
      : { outcome, toOptions: outcome !== null }
  const view = loadView({
    ...{ load, offer, contributing },
    width: Math.max(320, place.clientWidth),
    contribute: () => void send(load, place),
  })
  place.replaceChildren(renderHtml(view, document))
}

/** Asks for consent and permission anew: both may have been taken back in another window (safety.md EXT-4). */
async function send(load: ImportedLoad, place: HTMLElement): Promise<void> {
  if (load.url === null || 'dropped' in load.contribution) return
  const { day, browser } = load.contribution
  const notQueued = await contribute(environment, {
    ...{ url: load.url, load: load.contribution.load, day },
    ...{ browser: browser.family, major: browser.major, connectionType: null },
  })
  await show(load, place, notQueued === null ? 'Queued: it is sent within hours.' : NOT_QUEUED[notQueued])
}

function element(id: string): HTMLElement {
  const found = document.getElementById(id)
  if (found === null) throw new Error(`the page has no #${id}`)
  return found
}
