/// <reference types="chrome" />

import type { VNode } from '../../web/dom/h.ts'
import { renderHtml } from '../../web/dom/render.ts'
import { utcDay } from '../capture/utc-day.ts'
import { deleteEverything, optIn, optOut, setPaused } from '../consent/consent.ts'
import { browserEnvironment, DATA_PERMISSIONS } from '../send/environment.ts'
import { originPatterns } from '../store/study-site.ts'
import { contributionView } from './contribution-view.ts'
import { recordList } from './record-list.ts'
import { attachSecret } from './secret-part.ts'
import { attachServer } from './server-part.ts'
import { shownRecord } from './shown-record.ts'
import { siteChooser } from './site-chooser.ts'

const environment = browserEnvironment()
const element = <T extends HTMLElement>(selector: string) => document.querySelector(selector) as T
const showIn = (selector: string, view: VNode) =>
  element(selector).replaceChildren(renderHtml(view, document))

async function showRecord(): Promise<void> {
  const [last, study] = await Promise.all([environment.store.read('lastLoad'), environment.study()])
  const { browser, major } = environment
  const environmentTerms = { browser, major, list: study?.list ?? null, day: utcDay(environment.now()) }
  const { record, words } = shownRecord(last, environmentTerms)
  element('#record').textContent = JSON.stringify(record, null, 2)
  element('#record-words').textContent = words
}

let chooserOf = ''

/** Drawn anew only when what it shows has changed: else ticks would be lost. */
async function showChooser(): Promise<void> {
  const [study, { server }, { consent }] = await Promise.all([
    environment.study(),
    environment.collector(),
    environment.store.state(),
  ])
  const now = JSON.stringify([study, server, consent?.domains])
  if (now === chooserOf) return
  chooserOf = now
  const chooser = siteChooser({ study, server, consented: consent?.domains ?? [], agree }, document)
  element('#chooser').replaceChildren(chooser)
}

/** The browser's own question must come from the click itself: nothing may be waited for before it. */
function agree(domains: readonly string[]): void {
  const permissions = { origins: domains.flatMap(originPatterns), ...DATA_PERMISSIONS }
  void chrome.permissions.request(permissions as chrome.permissions.Permissions).then(async (granted) => {
    if (granted) await optIn(environment, domains)
  })
}

async function showState(): Promise<void> {
  const state = await environment.store.state()
  showIn(
    '#contribution',
    contributionView(state, {
      stop: (domain) => void leave([domain]),
      pause: (paused) => void setPaused(environment, paused),
    }),
  )
  showIn('#own-records', recordList(state))
  element<HTMLButtonElement>('#export-secret').disabled = state.secret === null
}

/** Consent first, then what it was given for: the worker must not take the one for the other. */
async function leave(domains: readonly string[]): Promise<void> {
  await optOut(environment, domains)
  await chrome.permissions.remove({ origins: domains.flatMap(originPatterns) })
}

element('#delete-all').addEventListener('click', async () => {
  const { consent } = await environment.store.state()
  await deleteEverything(environment)
  const origins = (consent?.domains ?? []).flatMap(originPatterns)
  if (origins.length > 0) await chrome.permissions.remove({ origins })
  const { deletions } = await environment.store.state()
  element('#delete-words').textContent =
    deletions.length === 0
      ? 'All is deleted.'
      : 'All is deleted here. The server could not be reached: it is asked again until it says that it has deleted your records.'
})

async function show(): Promise<void> {
  await Promise.all([showRecord(), showChooser(), showState()])
}

attachSecret(environment.store, document)
attachServer(environment, document)
chrome.storage.onChanged.addListener(() => void show())
void show()
