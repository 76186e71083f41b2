/// <reference types="chrome" />

import { utcDay } from '../../model/utc-day.ts'
import type { VNode } from '../../web/dom/h.ts'
import { renderHtml } from '../../web/dom/render.ts'
import { releaseEveryPage } from '../badge/follow-badge.ts'
import { deleteEverything, optIn, optOut, setCollector, setPaused } from '../consent/consent.ts'
import { browserEnvironment, DATA_PERMISSIONS } from '../send/environment.ts'
import { originPatterns } from '../store/study-site.ts'
import { attachBadge } from './badge-part.ts'
import { contributionView } from './contribution-view.ts'
import { publicServer } from './public-server.ts'
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
  await releaseEveryPage(environment.store)
}

element('#delete-all').addEventListener('click', async () => {
  const { consent } = await environment.store.state()
  await deleteEverything(environment)
  const origins = (consent?.domains ?? []).flatMap(originPatterns)
  if (origins.length > 0) await chrome.permissions.remove({ origins })
  await releaseEveryPage(environment.store)
  const { deletions } = await environment.store.state()
  element('#delete-words').textContent =
    deletions.length === 0
      ? 'All is deleted.'
      : 'All is deleted here. The server could not be reached: it is asked again until it says that it has deleted your records.'
})

/** A visitor without a server has nothing to agree to; what was contributed before can always be seen and deleted. */
async function showOffer(): Promise<void> {
  const [{ server, invite }, publicOrigin, state] = await Promise.all([
    environment.collector(),
    environment.publicServer(),
    environment.store.state(),
  ])
  const isOffered = server !== null || state.consent !== null || state.secret !== null
  for (const each of document.querySelectorAll<HTMLElement>('[data-contributing]')) each.hidden = !isOffered
  element('#no-server').hidden = isOffered
  const choice = publicServer(publicOrigin, server, (origin) => void choose(origin, invite))
  element('#public-server-choice').replaceChildren(...(choice === null ? [] : [renderHtml(choice, document)]))
}

async function choose(server: string, invite: string | null): Promise<void> {
  await setCollector(environment, { server, invite })
  element<HTMLInputElement>('#server-origin').value = server
}

async function show(): Promise<void> {
  await Promise.all([showOffer(), showRecord(), showChooser(), showState()])
}

attachSecret(environment.store, document)
attachServer(environment, document)
void attachBadge(environment.store, document)
chrome.storage.onChanged.addListener(() => void show())
void show()
