import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { openBrowser } from '../../../../crawler/probe/browser/browser.ts'
import type { BrowserOptions } from '../../../../crawler/probe/browser/browser-options.ts'
import { findBrowser } from '../../../../crawler/probe/browser/find-browser.ts'
import type { Load, LoadRequest, ProbeBrowser } from '../../../../crawler/probe/load/load.ts'
import { descendantsOf } from '../../../servers/descendants.ts'

/** For `skip` of tests that need a browser. */
export const noBrowser = findBrowser() === null ? 'there is no Chromium: run scripts/setup-browser.sh' : false

export const NO_ORIGINS = { forced: [], privateRoot: [] } as const

/** Longest that a test waits for anything. */
const LIMIT_MS = 120_000

export function openTestBrowser(options: Partial<BrowserOptions> = {}): Promise<ProbeBrowser> {
  const signal = AbortSignal.timeout(LIMIT_MS)
  return openBrowser({
    arm: 'h2',
    origins: NO_ORIGINS,
    keyLog: false,
    sandbox: 'preferred',
    signal,
    ...options,
  })
}

/** Has the browser find `*.test` at a port of this machine. */
export const atPort = (port: number): string[] => [`--host-resolver-rules=MAP *.test 127.0.0.1:${port}`]

export function load(browser: ProbeBrowser, url: string, request: Partial<LoadRequest> = {}): Promise<Load> {
  return browser.load({ url, signal: AbortSignal.timeout(LIMIT_MS), ...request })
}

/** The folder that the browser writes to, from its command line. */
export function folderOf(browser: ProbeBrowser): string {
  const profile = browser.switches.find((each) => each.startsWith('--user-data-dir='))
  return (profile ?? '').replace('--user-data-dir=', '').replace(/\/profile$/, '')
}

/** Ids of living processes with the text on their command line. */
export async function processesWith(text: string): Promise<number[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    ids.map(async (id) => {
      const line = await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')
      return line.includes(text) ? Number(id) : null
    }),
  )
  return found.filter((id) => id !== null)
}

/** Those of them that this process, or one that it has started, has started: other tests have theirs. */
export async function ownProcessesWith(text: string): Promise<number[]> {
  const own = new Set(descendantsOf(process.pid))
  return (await processesWith(text)).filter((id) => own.has(id))
}

/** What is left of a browser; empty where nothing is. */
export async function leftOf(folder: string): Promise<string[]> {
  const processes = await processesWith(folder)
  return [...(existsSync(folder) ? [folder] : []), ...processes.map((id) => `process ${id}`)]
}

export const browserFolders = async (): Promise<string[]> =>
  (await readdir(tmpdir())).filter((name) => name.startsWith('towline-browser-'))
