/// <reference types="chrome" />

import type { VNode } from '../../web/dom/h.ts'
import { renderHtml } from '../../web/dom/render.ts'
import { utcDay } from '../capture/utc-day.ts'
import { deleteEverything, optIn, optOut, setPaused } from '../consent/consent.ts'
import { DATA_PERMISSIONS, surroundings } from '../send/environment.ts'
import { originPatterns } from '../store/study-site.ts'
import { contributionView } from './contribution-view.ts'
import { ownRecords } from './own-records.ts'
import { attachSecret } from './secret-part.ts'
import { attachServer } from './server-part.ts'
import { shownRecord } from './shown-record.ts'
import { siteChooser } from './site-chooser.ts'

const around = surroundings()
const part = <T extends HTMLElement>(selector: string) => document.querySelector(selector) as T
const put = (selector: string, view: VNode) => part(selector).replaceChildren(renderHtml(view, document))

async function showRecord(): Promise<void> {
  const [last, study] = await Promise.all([around.store.read('lastLoad'), around.study()])
  const { browser, major } = around
  const own = { browser, major, list: study?.list ?? null, day: utcDay(around.now()) }
  const { record, words } = shownRecord(last, own)
  part('#record').textContent = JSON.stringify(record, null, 2)
  part('#record-words').textContent = words
}

let chooserOf = ''

/** Drawn anew only when what it shows has changed: else ticks would be lost. */
async function showChooser(): Promise<void> {
  const [study, { server }, { consent }] = await Promise.all([
    around.study(),
    around.collector(),
    around.store.state(),
  ])
  const now = JSON.stringify([study, server, consent?.domains])
  if (now === chooserOf) return
  chooserOf = now
  const chooser = siteChooser({ study, server, consented: consent?.domains ?? [], agree }, document)
  part('#chooser').replaceChildren(chooser)
}

/** The browser's own question must come from the click itself: nothing may be waited for before it. */
function agree(domains: readonly string[]): void {
  const wanted = { origins: domains.flatMap(originPatterns), ...DATA_PERMISSIONS }
  void chrome.permissions.request(wanted as chrome.permissions.Permissions).then(async (granted) => {
    if (granted) await optIn(around, domains)
  })
}

async function showState(): Promise<void> {
  const state = await around.store.state()
  put(
    '#contribution',
    contributionView(state, {
      stop: (domain) => void leave([domain]),
      pause: (paused) => void setPaused(around, paused),
    }),
  )
  put('#own-records', ownRecords(state))
  part<HTMLButtonElement>('#export-secret').disabled = state.secret === null
}

/** Consent first, then what it was given for: the worker must not take the one for the other. */
async function leave(domains: readonly string[]): Promise<void> {
  await optOut(around, domains)
  await chrome.permissions.remove({ origins: domains.flatMap(originPatterns) })
}

part('#delete-all').addEventListener('click', async () => {
  const { consent } = await around.store.state()
  await deleteEverything(around)
  const origins = (consent?.domains ?? []).flatMap(originPatterns)
  if (origins.length > 0) await chrome.permissions.remove({ origins })
  const { deletions } = await around.store.state()
  part('#delete-words').textContent =
    deletions.length === 0
      ? 'All is deleted.'
      : 'All is deleted here. The server could not be reached: it is asked again until it says that it has deleted your records.'
})

async function show(): Promise<void> {
  await Promise.all([showRecord(), showChooser(), showState()])
}

attachSecret(around.store, document)
attachServer(around, document)
chrome.storage.onChanged.addListener(() => void show())
void show()
