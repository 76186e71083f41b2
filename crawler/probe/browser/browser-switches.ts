import puppeteer from 'puppeteer'
import type { Arm } from '../../../model/arm.ts'
import type { QuicOrigins } from './arm-switches.ts'
import { armSwitches } from './arm-switches.ts'

interface SwitchOptions {
  readonly arm: Arm
  readonly origins: QuicOrigins
  readonly profile: string
  readonly keyLogFile: string | null
  readonly userAgent: string | null
  /** Whether it is started without its sandbox. */
  readonly noSandbox: boolean
  /** Further ones, after all others. */
  readonly more: readonly string[]
}

/** Puppeteer's defaults that would let a page do what an ordinary visitor's browser does not let it. */
const UNWANTED = new Set(['--disable-popup-blocking', '--disable-ipc-flooding-protection', 'about:blank'])

/** Fetch, "bad port": refused before anything is looked up or sent. */
const NOWHERE = 'http://0.0.0.0:1/'

const COMMON = [
  '--remote-debugging-pipe',
  // Look-ups and connections are to happen when a request asks for them, and so to be seen in its timings.
  '--dns-prefetch-disable',
  // Upgrades of http:// to https:// would take the arm `http` away; NetworkTime asks Google for the time.
  '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,NetworkTimeServiceQuerying,Prerender2',
  '--disable-component-update',
  // Its first window would show the start page of the default search engine, over the network.
  '--no-startup-window',
  // The browser asks for sign-in and news of components all the same, so here of a port that it never connects to.
  `--gaia-url=${NOWHERE}`,
  `--component-updater=url-source=${NOWHERE}`,
  '--disable-domain-reliability',
  '--no-default-browser-check',
  '--no-pings',
  // A proxy of the environment would stop QUIC, and be what is measured.
  '--no-proxy-server',
]

/** The command line of Chromium, the program itself not included. */
export async function switchesOf(options: SwitchOptions): Promise<string[]> {
  const { arm, origins, profile, keyLogFile, userAgent, noSandbox, more } = options
  const wanted = [
    ...COMMON,
    ...armSwitches(arm, origins),
    ...(keyLogFile === null ? [] : [`--ssl-key-log-file=${keyLogFile}`]),
    ...(userAgent === null ? [] : [`--user-agent=${userAgent}`]),
    ...(noSandbox ? ['--no-sandbox'] : []),
    ...more,
  ]
  const all = await puppeteer.defaultArgs({ headless: true, userDataDir: profile, args: wanted })
  return all.filter((each) => !UNWANTED.has(each))
}
