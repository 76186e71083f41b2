/**
 * A program for other users and namespaces: loads a page in a browser that runs there, and says in JSON how that ended
 * and what the kernel says of its renderers. Its argument is the demand for the browser's sandbox.
 */
import { openBrowser } from '../../../crawler/probe/browser/browser.ts'
import type { SandboxDemand } from '../../../crawler/process/browser-sandbox.ts'
import { groupMembers, readProcess } from '../../../crawler/process/group-members.ts'
import { html, startWeb } from '../../servers/web.ts'

const [sandbox] = process.argv.slice(2) as [SandboxDemand]
const signal = AbortSignal.timeout(120_000)

try {
  await using web = await startWeb((_request, response) => html(response, '<p>page'))
  await using browser = await openBrowser({
    ...{ arm: 'http', origins: { forced: [], privateRoot: [] }, keyLog: true, sandbox, signal },
    switches: [`--host-resolver-rules=MAP *.test 127.0.0.1:${web.port}`],
  })
  const { failure } = await browser.load({ url: 'http://site.test/', signal })
  const uids = (groupMembers(browser.processGroup ?? 0) ?? [])
    .map(({ pid }) => /^Uid:\t(\d+)/m.exec(readProcess(pid, 'status'))?.[1])
    .filter((uid) => uid !== undefined)
    .map(Number)
  console.log(JSON.stringify({ failure, sandbox: browser.sandbox, uids: [...new Set(uids)] }))
} catch (error) {
  console.log(JSON.stringify({ error: (error as Error).name, message: (error as Error).message }))
}
process.exit()
