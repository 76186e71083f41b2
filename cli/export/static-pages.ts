import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { EMBED_FILE } from '../../server/app/embed.ts'
import { EMBED_FIGURES } from '../../server/contract/embed-figures.ts'
import { html } from '../../server/http/html.ts'
import { FRAME_FILE, framedPage, readFrame } from '../../server/http/page-frame.ts'

/** Says in a page that answers are files (web/client/api.ts). */
const MARKER = '<meta name="towline-answers" content="files" />'

/** The built dashboard, its one page under the path of each of its views, and a page in the place of the API's. */
export async function writePages(
  folder: string,
  webFolder: string,
  domains: { readonly sites: readonly string[]; readonly field: readonly string[] },
  { leftOut, root }: { readonly leftOut: readonly string[]; readonly root: string },
): Promise<void> {
  await cp(webFolder, folder, { recursive: true })
  const built = await readFile(join(webFolder, 'index.html'), 'utf8')
  const noted = insertAfter(built, '<footer class="foot" hidden>', leftOutNote(leftOut))
  const marks = [MARKER, `<meta name="towline-root" content="${root}" />`]
  const marked = (text: string) =>
    insertAfter(belowRoot(text, root), '<head>', marks.map((mark) => `\n    ${mark}`).join(''))
  const page = marked(noted)
  const views = [
    ...['.', 'sites', 'pages', 'lab', 'papers', 'replay', 'load', 'field', 'har', 'advice', 'method'],
    ...domains.sites.map((domain) => `sites/${domain}`),
    ...domains.field.map((domain) => `field/${domain}`),
  ]
  for (const view of views) await write(join(folder, view, 'index.html'), page)
  const embedded = marked(await readFile(join(webFolder, EMBED_FILE), 'utf8'))
  for (const figure of Object.keys(EMBED_FIGURES))
    await write(join(folder, 'embed', figure, 'index.html'), embedded)
  // Web servers and object stores show it for a path without a file: the dashboard says that there is no such page.
  await write(join(folder, '404.html'), page)
  const answers = answersPage(await readFrame(webFolder), leftOut)
  await write(join(folder, 'api/index.html'), belowRoot(answers, root))
  for (const name of [FRAME_FILE, EMBED_FILE]) await rm(join(folder, name), { force: true })
}

/** @throws Error where the place is not in the text */
function insertAfter(text: string, place: string, insertion: string): string {
  if (!text.includes(place)) throw new Error(`the page of the dashboard has no ${place}`)
  return text.replace(place, () => place + insertion)
}

/** A page whose addresses begin with that path. */
function belowRoot(html: string, root: string): string {
  return html.replace(/\b(href|src|content)="\/(?!\/)/g, `$1="${root}/`)
}

/** Note at the foot of every page. */
function leftOutNote(leftOut: readonly string[]): string {
  return `
      <div class="measure">
        <p>A static export. Left out: ${leftOut.join('; ')}.</p>
      </div>`
}

async function write(file: string, text: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, text)
}

function answersPage(frame: string, leftOut: readonly string[]): string {
  return framedPage(frame, {
    title: 'Answers as files',
    notice: null,
    content: html`<h1>Answers as files</h1>
<p>This dashboard is a static export: every answer that its pages ask for is a file below <code>/api/v1/</code>, as
JSON and CSV; every figure links to its own. <a href="/">Back to the dashboard</a>.</p>
<p>Left out:</p>
<ul>
${leftOut.map((line) => html`<li>${line}</li>\n`)}</ul>`,
  })
}
