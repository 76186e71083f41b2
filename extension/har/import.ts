/// <reference types="chrome" />
import { h } from '../../web/dom/h.ts'
import { renderHtml } from '../../web/dom/render.ts'
import { utcDay } from '../capture/utc-day.ts'
import { contribute, type NotQueued } from '../send/contribute.ts'
import { browserEnvironment } from '../send/environment.ts'
import { compareView } from './compare-view.ts'
import { harOffer } from './har-offer.ts'
import type { ImportedLoad } from './imported-file.ts'
import { loadChooser } from './load-chooser.ts'
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

input.addEventListener('change', () => void open([...(input.files ?? [])]))
for (const name of ['dragenter', 'dragover'])
  document.addEventListener(name, (event) => {
    event.preventDefault()
    drop.classList.add('over')
  })
for (const name of ['dragleave', 'drop']) document.addEventListener(name, () => drop.classList.remove('over'))
document.addEventListener('drop', (event) => {
  event.preventDefault()
  void open([...(event.dataTransfer?.files ?? [])])
})

async function open(files: readonly File[]): Promise<void> {
  if (files.length === 0) return
  const turn = ++latest
  shown.replaceChildren()
  status.classList.remove('alert')
  status.textContent = `Reading ${files.length === 1 ? files[0]?.name : `${files.length} files`} …`
  const today = utcDay(Date.now())
  const loads: ImportedLoad[] = []
  const refused: string[] = []
  // One after another: each may take as much memory as a page may have.
  for (const file of files) {
    const read = await readInWorker({ file, today }, openReader)
    if (turn !== latest) return
    if ('refused' in read)
      refused.push(`${files.length === 1 ? '' : `${file.name}: `}${READ_REFUSALS[read.refused]}`)
    else loads.push(...read.loads.map((load) => named(load, files.length === 1 ? null : file.name)))
  }
  // Chosen again, the same file is read again.
  input.value = ''
  status.classList.toggle('alert', refused.length > 0)
  const from = files.length === 1 ? files[0]?.name : `${files.length} files`
  const found = loads.length === 1 ? 'one load' : `${loads.length} loads`
  status.textContent = [...(loads.length === 0 ? [] : [`${from}: ${found}`]), ...refused].join(' ')
  if (loads[0]) await showFirst(loads, loads[0])
}

/** Loads of several files are called by their file as well. */
function named(load: ImportedLoad, fileName: string | null): ImportedLoad {
  return fileName === null ? load : { ...load, name: `${fileName}: ${load.name}` }
}

async function showFirst(loads: readonly ImportedLoad[], first: ImportedLoad): Promise<void> {
  const [comparison, place] = [renderHtml(h('div', {}), document), renderHtml(h('div', {}), document)]
  let [chosen, other]: [ImportedLoad, ImportedLoad | null] = [first, null]
  const compare = () => {
    const view = other === null ? [] : [compareView(chosen, other, Math.max(320, comparison.clientWidth))]
    comparison.replaceChildren(...view.map((each) => renderHtml(each, document)))
  }
  const chooser = loadChooser({
    names: loads.map(({ name }) => name),
    choose(index) {
      chosen = loads[index] ?? first
      compare()
      void show(chosen, place)
    },
    compare(index) {
      other = index === null ? null : (loads[index] ?? null)
      compare()
    },
  })
  if (loads.length > 1) shown.append(renderHtml(chooser, document))
  shown.append(comparison, place)
  await show(first, place)
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
