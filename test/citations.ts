import { existsSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** What is not written by hand, or not part of the project. */
const SKIPPED =
  /^(data|package-lock\.json)(\/|$)|(^|\/)(node_modules|\.git|\.cache|dist|golden|fixtures|target)(\/|$)/

/** Files of the project by their paths, `/` between folders. */
export const FILES: readonly string[] = readdirSync(ROOT, { withFileTypes: true })
  .filter(({ name }) => !SKIPPED.test(name))
  .flatMap((entry) => (entry.isDirectory() ? within(entry.name) : [entry.name]))

function within(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .map((file) => `${folder}/${file}`)
    .filter((file) => !SKIPPED.test(file) && statSync(join(ROOT, file)).isFile())
}

const FOLDERS = new Set(FILES.filter((file) => file.includes('/')).map((file) => file.split('/')[0]))

export interface Citation {
  readonly file: string
  readonly line: number
  readonly cited: string
}

/** Matches of a pattern's first group, by file and line, in files of these kinds. */
export function citations(kinds: RegExp, pattern: RegExp): Citation[] {
  return FILES.filter((file) => kinds.test(file)).flatMap((file) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .flatMap((text, index) =>
        [...text.matchAll(pattern)].map(([, cited = '']) => ({ file, line: index + 1, cited })),
      ),
  )
}

/** Paths from the project's root in prose, comments and messages: those with a file extension, in Markdown also folders. */
export function citedPaths(): Citation[] {
  const root = `(?:${[...FOLDERS].map((name) => name?.replace('.', '\\.')).join('|')})`
  const files = new RegExp(
    String.raw`(?<![\w./@$}{-])(${root}\/[\w./*-]*\w\.(?:css|html|json|md|rs|sh|svg|ts|yaml))\b`,
    'g',
  )
  const folders = new RegExp(String.raw`\`(${root}\/[\w./-]*)\``, 'g')
  return [...citations(/\.(css|html|md|rs|sh|ts|yaml)$/, files), ...citations(/\.md$/, folders)]
}

/** Whether there is such a path; of one with a placeholder (`NAME`, `0NN`), whether its folder is there. */
export function exists(path: string): boolean {
  const known = path.replace(/\/[^/]*(?:\b[A-Z]{3,}\b|0NN).*$/, '')
  return known.includes('*') ? globSync(known, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, known))
}

/** Links of Markdown to other files of the project, from the root, with `#anchor`. */
export function markdownLinks(): Citation[] {
  return citations(/\.md$/, /\]\(([^)\s]+)\)/g)
    .filter(({ cited }) => !/^[a-z]+:/.test(cited))
    .map(({ file, line, cited }) => ({
      file,
      line,
      cited: cited.startsWith('#') ? `${file}${cited}` : normalize(join(dirname(file), cited)),
    }))
}

/** Whether a link leads to a file, and to a heading of it where it names one, as GitHub makes anchors. */
export function leadsSomewhere(link: string): boolean {
  const [path = '', anchor] = link.split('#')
  if (!exists(path)) return false
  if (anchor === undefined) return true
  const headings = readFileSync(join(ROOT, path), 'utf8').matchAll(/^#+ (.+)$/gm)
  return [...headings].some(([, title = '']) => anchorOf(title) === anchor)
}

const anchorOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .replaceAll(' ', '-')

export const shown = ({ file, line, cited }: Citation) => `${relative('.', file)}:${line} cites ${cited}`
