import { mkdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Host } from './hosts.ts'
import type { Answer } from './site-spec.ts'

/** Bytes of a page's part (style sheet, script, picture): about the median of the web's small ones. */
const RESOURCE_BYTES = 12_000

/** Writes the pages of the file-serving servers below `www/<host>/`, and the parts that pages name on sandbox hosts. */
export async function writePages(www: string, hosts: readonly Host[]): Promise<void> {
  const names = new Set(hosts.map((host) => host.name))
  const files = new Map<string, string>()
  for (const host of hosts) {
    // Both ports serve the same files; a redirect has none.
    for (const answer of [host.spec.http, host.spec.https]) {
      if (!answer || answer.redirect !== undefined) continue
      files.set(join(www, host.name, 'index.html'), pageOf(host, answer))
      if (answer.robots?.text !== undefined) files.set(join(www, host.name, 'robots.txt'), answer.robots.text)
      for (const resource of answer.resources ?? []) {
        const url = new URL(resource)
        if (!names.has(url.hostname)) throw new Error(`${host.name}: no sandbox host serves ${resource}`)
        files.set(join(www, url.hostname, url.pathname), 'x'.repeat(RESOURCE_BYTES))
      }
    }
  }
  for (const [path, content] of files) {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(path, content)
  }
}

function pageOf(host: Host, answer: Answer): string {
  const parts = (answer.resources ?? []).map((url) => {
    if (url.endsWith('.css')) return `<link rel="stylesheet" href="${url}">`
    if (url.endsWith('.js')) return `<script src="${url}" defer></script>`
    return `<img src="${url}" alt="">`
  })
  const page = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>${host.name}</title>
${parts.join('\n')}
<h1>${host.name}</h1>
<p>${host.site.about}</p>
`
  return answer.sizeBytes === undefined ? page : page.padEnd(answer.sizeBytes, ' ')
}
