/**
 * A program for the client's end of a lab's network: one browser that keeps what it remembers from load to load. Reads `load` and
 * `restart`, a line each, and answers each by one line: how many requests of the load came by HTTP/3, and what it took.
 */
import { createInterface } from 'node:readline'
import { launchRunning, type RunningBrowser } from '../../../crawler/probe/browser/running-browser.ts'

const { host, caFile } = JSON.parse(process.argv[2] ?? '') as { host: string; caFile: string }
const origins = { forced: [host], privateRoot: [host] }

const launch = (): Promise<RunningBrowser> =>
  launchRunning({
    arm: 'h3-altsvc',
    origins,
    caFile,
    userAgentSuffix: '',
    keyLog: false,
    sandbox: 'preferred',
    signal: new AbortController().signal,
  })

async function load({ browser }: RunningBrowser): Promise<{ h3: number; ms: number }> {
  const page = await browser.newPage()
  await page.setCacheEnabled(false)
  const startMs = performance.now()
  await page.goto(`https://${host}/`, { waitUntil: 'load' })
  const ms = performance.now() - startMs
  const h3 = await page.evaluate(
    () =>
      performance.getEntries().filter((entry) => 'nextHopProtocol' in entry && entry.nextHopProtocol === 'h3')
        .length,
  )
  await page.close()
  return { h3, ms }
}

let running = await launch()
// Else the browser ends with its last page.
await running.browser.newPage()
for await (const line of createInterface({ input: process.stdin })) {
  if (line === 'restart') {
    await running.close()
    await running.release()
    running = await launch()
    await running.browser.newPage()
    process.stdout.write('{}\n')
  } else process.stdout.write(`${JSON.stringify(await load(running))}\n`)
}
await running.close()
await running.release()
