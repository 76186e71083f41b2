import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { picture } from '../../files/picture.ts'
import type { Host } from './hosts.ts'
import type { SiteAnswer } from './site-spec.ts'

/** Bytes of a page's part (style sheet, script, picture): about the median of the web's small ones. */
const RESOURCE_BYTES = 12_000

/** Writes the pages of the file-serving servers below `www/<host>/`, and the parts that pages name on sandbox hosts. */
export async function writePages(www: string, hosts: readonly Host[]): Promise<void> {
  const names = new Set(hosts.map((host) => host.name))
  const files = new Map<string, string | Buffer>()
  for (const host of hosts) {
    // Both ports serve the same files; a redirect has none.
    for (const answer of [host.spec.http, host.spec.https]) {
      if (!answer || answer.redirect !== undefined) continue
      const folder = join(www, host.name)
      files.set(join(folder, 'index.html'), pageOf(host, answer))
      if (answer.robots?.text !== undefined) files.set(join(folder, 'robots.txt'), answer.robots.text)
      for (const [path, content] of Object.entries(answer.files ?? {})) files.set(join(folder, path), content)
      for (const { url, sizeBytes } of resourcesOf(host, answer)) {
        const { hostname, pathname } = new URL(url, `https://${host.name}/`)
        if (hostname === host.name && answer.proxied?.[pathname] !== undefined) continue
        if (!names.has(hostname)) throw new Error(`${host.name}: no sandbox host serves ${url}`)
        files.set(join(www, hostname, pathname), contentOf(pathname, sizeBytes))
      }
    }
  }
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
}

interface Resource {
  readonly url: string
  readonly sizeBytes: number
}

function resourcesOf(host: Host, answer: SiteAnswer): Resource[] {
  const named = (answer.resources ?? []).map((url) => ({ url, sizeBytes: RESOURCE_BYTES }))
  const counted = (answer.parts ?? []).flatMap(({ host: on = host.name, count, sizeBytes }) =>
    // URLs without a scheme come by whatever the page came by.
    Array.from({ length: count }, (_, index) => ({ url: `//${on}/${index + 1}.png`, sizeBytes })),
  )
  return [...named, ...counted]
}

/** A file that a browser takes for what it is called, and that no coding makes smaller. */
function contentOf(path: string, sizeBytes: number): string | Buffer {
  if (path.endsWith('.png')) return picture(sizeBytes)
  const comment = randomBytes(sizeBytes)
    .toString('base64url')
    .slice(0, sizeBytes - '/**/'.length)
  return `/*${comment}*/`
}

function pageOf(host: Host, answer: SiteAnswer): string {
  const parts = resourcesOf(host, answer).map(({ url }) => {
    if (url.endsWith('.css')) return `<link rel="stylesheet" href="${url}">`
    if (url.endsWith('.js')) return `<script src="${url}" defer></script>`
    return `<img src="${url}" alt="">`
  })
  // Else a browser may ask for /favicon.ico, which would be one request more.
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<link rel="icon" href="data:,">
<title>${host.name}</title>
${[...parts, answer.markup ?? ''].join('\n')}
<h1>${host.name}</h1>
<p>${host.site.about}</p>
`
  if (answer.sizeBytes !== undefined && page.length > answer.sizeBytes)
    throw new Error(`${host.name}: the page has ${page.length} bytes, more than ${answer.sizeBytes}`)
  return answer.sizeBytes === undefined ? page : page.padEnd(answer.sizeBytes, ' ')
}
