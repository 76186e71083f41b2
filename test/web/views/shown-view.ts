import assert from 'node:assert/strict'
import type { Meta } from '../../../server/contract/contract.ts'
import type { Source } from '../../../web/citation/source.ts'
import { type Choices, withChoices } from '../../../web/client/address.ts'
import { type Api, ApiError, apiUrl } from '../../../web/client/api.ts'
import { type Child, h } from '../../../web/dom/h.ts'
import { renderHtml } from '../../../web/dom/render.ts'
import type { View, ViewContext } from '../../../web/views/view.ts'
import { installSmallDocument, type SmallElement } from './small-document.ts'

export interface Given {
  readonly pathname?: string
  readonly search?: string
  readonly meta?: Meta | null
  /** By the API's path and query; an error is thrown. */
  readonly answers?: Readonly<Record<string, unknown>>
  /** Another API: a real server's. */
  readonly api?: Api
}

export interface Shown {
  readonly root: SmallElement
  /** All text, with single spaces. */
  readonly text: string
  /** Texts of what the selector finds. */
  texts(selector: string): readonly string[]
  /** Choices that were made, in their order. */
  readonly choices: Choices[]
  /** What a link to the view would name. */
  readonly pinned: Choices
  /** What a citation of the view would name. */
  readonly sources: readonly Source[]
  /** Does as a visitor who chooses another value. */
  choose(selector: string, value: string): void
}

const document = installSmallDocument()

/** A view with all its parts loaded, as a visitor reads it. */
export async function showView(
  view: (context: ViewContext) => View | Child,
  given: Given = {},
): Promise<Shown> {
  const { pathname = '/', search = '', meta = null, answers = {}, api = storedApi(answers) } = given
  const loads: Promise<unknown>[] = []
  const choices: Choices[] = []
  const pinned: Record<string, string | null> = {}
  const sources: Source[] = []
  const made = view({
    pathname,
    query: new URLSearchParams(search),
    api,
    meta,
    signal: new AbortController().signal,
    pending: (load) => loads.push(load),
    link: (change) => withChoices({ pathname, search }, change),
    pin: (change) => Object.assign(pinned, change),
    cite: (source) => {
      Object.assign(pinned, source.choices)
      sources.push(source)
    },
    permalink: (anchor) => `https://towline.test${pathname}#${anchor ?? ''}`,
    go: (change) => choices.push(change),
  })
  const body = isView(made) ? made.body : h('div', made)
  const root = renderHtml(body, document as never) as never as SmallElement
  for (let waited = 0; waited < loads.length; ) {
    waited = loads.length
    await Promise.all(loads)
  }
  const texts = (selector: string) => root.querySelectorAll(selector).map(({ textContent }) => textContent)
  return {
    root,
    text: root.textContent.replaceAll(/\s+/g, ' '),
    texts,
    choices,
    pinned,
    sources,
    choose(selector, value) {
      const found = root.querySelector(selector)
      assert.ok(found, `there is no ${selector}`)
      found.listeners.get('change')?.({ currentTarget: { value } })
    },
  }
}

function isView(made: View | Child): made is View {
  return made !== null && typeof made === 'object' && 'body' in made
}

function storedApi(answers: Readonly<Record<string, unknown>>): Api {
  return {
    async get(_name, path, query = {}) {
      const url = apiUrl(path, query).slice('/api/v1'.length)
      const answer = answers[url] ?? answers[path]
      if (answer instanceof Error) throw answer
      if (answer === undefined) throw new ApiError(404, `There is no ${url}.`)
      return answer as never
    },
  }
}
