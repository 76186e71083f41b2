import { readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isProgram, pathFolders } from '../../process/find-program.ts'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome']

/** Packages that do not care for the PATH put it here. */
const USUAL_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/opt/google/chrome/chrome',
  '/snap/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]

/** Paths within a version's folder of puppeteer's cache, by platform. */
const CACHED_PROGRAMS = [
  'chrome-linux64/chrome',
  'chrome-linux-arm64/chrome',
  'chrome-mac-arm64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
  'chrome-mac-x64/Google Chrome for Testing.app/Contents/MacOS/Google Chrome for Testing',
]

/**
 * The Chromium or Chrome to probe with: what PUPPETEER_EXECUTABLE_PATH names (nothing else, where it is set), else one
 * on the PATH or in its usual place, else the newest that puppeteer has downloaded. Null where there is none.
 */
export function findBrowser(env: NodeJS.ProcessEnv = process.env): string | null {
  const named = env.PUPPETEER_EXECUTABLE_PATH
  if (named) return isProgram(named) ? named : null
  const onPath = pathFolders(env.PATH ?? '').flatMap((folder) => NAMES.map((name) => join(folder, name)))
  return [...onPath, ...USUAL_PLACES, ...inCache(env)].find(isProgram) ?? null
}

/** Lists puppeteer's cache, the newest version first. */
function inCache(env: NodeJS.ProcessEnv): string[] {
  const folder = join(env.PUPPETEER_CACHE_DIR ?? join(env.HOME ?? homedir(), '.cache', 'puppeteer'), 'chrome')
  return namesIn(folder)
    .sort((a, b) => b.localeCompare(a, 'en', { numeric: true }))
    .flatMap((version) => CACHED_PROGRAMS.map((program) => join(folder, version, program)))
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder)
  } catch {
    // Nothing was ever downloaded, or it is not ours to read: no browser here.
    return []
  }
}
