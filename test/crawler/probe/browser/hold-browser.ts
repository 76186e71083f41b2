/** Opens a browser, says its folder and its process group, and waits to be killed. */
import { folderOf, openTestBrowser, processesWith } from './probe-browser.ts'

const browser = await openTestBrowser()
const folder = folderOf(browser)
console.log(JSON.stringify({ folder, processes: await processesWith(`--user-data-dir=${folder}`) }))
setInterval(() => {}, 1_000)
