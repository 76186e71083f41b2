import { type Document, isMap, isPair, isScalar, LineCounter, type ParsedNode, parseDocument } from 'yaml'
import { PlanError } from './plan-error.ts'

/** Says where something stands in a document: keys and indexes from the top. */
export type Path = readonly (string | number)[]

/** A YAML document as plain data that still knows its lines. */
export interface YamlText {
  readonly data: unknown
  /** `lab/plans/quick.yaml:12: what is wrong`, of the value at that path, else of what is nearest above it. */
  readonly fault: (path: Path, what: string) => string
  /** The same, of the key itself: the last of the path is its name. */
  readonly faultOfKey: (path: Path, what: string) => string
}

/** Maps the parser's words to ours. */
const WORDS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'this key stands there already',
  MULTIPLE_DOCS: 'a second document begins here: a plan is one',
  TAB_AS_INDENT: 'a tab: YAML is indented with spaces',
}

/**
 * Reads YAML 1.2.
 * @param file how it is called in messages
 * @throws PlanError where it is none
 */
export function yamlText(text: string, file: string): YamlText {
  const lines = new LineCounter()
  const document = parsed(text, lines, file)
  const faultText = (offset: number, what: string): string => `${file}:${lines.linePos(offset).line}: ${what}`
  const errors = document.errors.map((error) =>
    faultText(error.pos[0], WORDS[error.code] ?? sentence(error.message)),
  )
  if (errors.length > 0) throw new PlanError(errors)
  if (document.contents === null) throw new PlanError([`${file}:1: an empty file`])
  return {
    data: plain(document, file),
    fault: (path, what) => faultText(findNode(document, path)?.range?.[0] ?? 0, what),
    faultOfKey: (path, what) => faultText(findKeyOffset(document, path) ?? 0, what),
  }
}

/** A document nested deeper is no plan, and would end the parser, or whoever checks what it read. */
const MAX_DEPTH = 100

function parsed(text: string, lineCounter: LineCounter, file: string): Document.Parsed {
  try {
    return parseDocument(text, { lineCounter, prettyErrors: false })
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(file, error)
    throw error
  }
}

function tooDeep(file: string, cause?: unknown): PlanError {
  return new PlanError([`${file}:1: nested more than ${MAX_DEPTH} deep, or in itself`], { cause })
}

/** Whether a value is nested too deep; an alias within what it stands for is without end. */
function isTooDeep(value: unknown, left = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  return left === 0 || Object.values(value).some((each) => isTooDeep(each, left - 1))
}

function plain(document: Document.Parsed, file: string): unknown {
  try {
    const value: unknown = document.toJS()
    if (isTooDeep(value)) throw tooDeep(file)
    return value
  } catch (error) {
    if (error instanceof PlanError) throw error
    if (error instanceof RangeError) throw tooDeep(file, error)
    // An alias without its anchor, or aliases of aliases that would fill the memory.
    throw new PlanError([`${file}:1: ${sentence((error as Error).message)}`], { cause: error })
  }
}

/** The node at a path, or the deepest above it that is there. */
function findNode(document: Document.Parsed, path: Path): ParsedNode | null {
  for (let length = path.length; length > 0; length -= 1) {
    const node = document.getIn(path.slice(0, length), true) as ParsedNode | undefined
    if (node?.range) return node
  }
  return document.contents
}

function findKeyOffset(document: Document.Parsed, path: Path): number | null {
  const above = findNode(document, path.slice(0, -1))
  const name = path.at(-1)
  if (!isMap(above)) return null
  const pair = above.items.find((item) => isPair(item) && isScalar(item.key) && item.key.value === name)
  return isScalar(pair?.key) ? (pair.key.range?.[0] ?? null) : null
}

function sentence(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1).split('\n')[0]?.replace(/\.$/, '')
}
