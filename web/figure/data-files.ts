import { fileName } from '../../model/file-name.ts'
import { ANSWERS_ARE_FILES } from '../client/api.ts'
import { type Child, h, type VNode } from '../dom/h.ts'

interface DataLinks {
  readonly json: string
  readonly csv: string | null
}

/** Links to the data as CSV and JSON. `holds`: what files are called that no server names. */
export function dataFiles(links: DataLinks, holds: readonly (string | null)[]): Child {
  return [
    links.csv === null ? null : fileLink(links.csv, fileName(holds, 'csv'), 'CSV'),
    fileLink(links.json, fileName(holds, 'json'), 'JSON'),
  ]
}

/** A link to an answer. The server names it; files of a static export have no name but their path. */
export function fileLink(href: string, name: string, words: string): VNode {
  return h('a', { href, 'data-native': true, download: ANSWERS_ARE_FILES ? name : null }, words)
}
