import { m } from '@eupnea/texts'
import { parseSync } from 'vite'
import { expect, it } from 'vitest'
import { isTest, readSources } from './source-files.ts'

/** Every text that people read comes from the catalogue (docs/texts.md), none from the code. */

/** Read only by operators in the log, or names of things: not in the catalogue. */
const otherwise = [
  'server/platform/embedded-postgres',
  'server/live/archive',
  'server/platform/backup',
  'server/platform/config.ts',
  'server/platform/database-roles.ts',
  'server/platform/external-database.ts',
  'server/platform/sms.ts',
  'server/main.ts',
  'server/first-start.ts',
  'server/demo/create-demo.ts',
  // What the staff of the demonstration wrote.
  'server/demo/story.ts',
  // Errors of a node that speaks MQTT, shown unchanged to the person who set it up.
  'server/live/ingest/esphome.ts',
  // Answers to a directory's program, in the standard's shapes.
  'server/directory/scim',
  'server/observations/fhir-shapes.ts',
  // Titles fixed by the specification, which are also values.
  'contract/rules/severity.ts',
]

interface Node {
  readonly type: string
  readonly [key: string]: unknown
}
const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value

const partsOf = (node: Node): Node[] =>
  Object.values(node).flatMap((value) => (Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : []))

/** Text literals in an expression and its branches, except inside calls. */
function literalsOf(node: Node): string[] {
  if (node.type === 'Literal') return typeof node.value === 'string' ? [node.value] : []
  if (node.type === 'TemplateElement') return [(node.value as { cooked: string }).cooked]
  if (node.type === 'ConditionalExpression') return [node.consequent, node.alternate].filter(isNode).flatMap(literalsOf)
  if (node.type === 'LogicalExpression') return [node.left, node.right].filter(isNode).flatMap(literalsOf)
  if (node.type === 'BinaryExpression' && node.operator !== '+') return []
  const isThrough = ['JSXExpressionContainer', 'TemplateLiteral', 'BinaryExpression', 'TSAsExpression']
  return isThrough.includes(node.type) ? partsOf(node).flatMap(literalsOf) : []
}

const nameOf = (node: unknown): string => (isNode(node) ? String(node.name ?? nameOf(node.property)) : '')

/** Attributes and properties that people read or hear. */
const read =
  /^(aria-(label|description|roledescription|valuetext)|title|placeholder|label|alt|heading|message|subject|hint|act|all|summary|nothingFoundMessage)$/
/** Functions whose text is shown to people; a plain `Error` is for programmers. */
const says = /^(PortalError|ApiError|refused|conflict|sayDone|sayFailed|refine)$/

const hasWord = (text: string): boolean => /\p{L}{2}/u.test(text)
/** Looks like a sentence: a capitalised word and another word. */
const isSentence = (text: string): boolean => /^\p{Lu}[\p{Ll}’']* [\p{L}\d]/u.test(text)

/** Between values: ` of `, ` s ago`. */
const isPhrase = (text: string): boolean => /^ \p{Ll}+( \p{Ll}+)* ?$/u.test(text)

function textsIn(node: Node): string[] {
  const inner = partsOf(node).flatMap(textsIn)
  switch (node.type) {
    case 'ImportDeclaration':
    case 'TSLiteralType':
      return []
    case 'NewExpression':
    case 'CallExpression': {
      const callee = nameOf(node.callee)
      // For programmers, the log and Prometheus.
      if (['Error', 'TypeError', 'counter', 'gauge'].includes(callee)) return []
      if (!says.test(callee)) return inner
      return [...inner, ...(node.arguments as Node[]).flatMap(literalsOf).filter((text) => / /.test(text))]
    }
    case 'JSXText':
      return hasWord(String(node.value)) ? [String(node.value).trim()] : []
    case 'JSXElement':
    case 'JSXFragment': {
      const shown = (node.children as Node[]).filter(({ type }) => type === 'JSXExpressionContainer')
      return [...inner, ...shown.flatMap(literalsOf).filter(hasWord)]
    }
    case 'JSXAttribute':
    case 'Property': {
      const name = nameOf(node.name ?? node.key) || String((node.key as Node | undefined)?.value ?? '')
      const texts = read.test(name) && isNode(node.value) ? literalsOf(node.value) : []
      return [...inner, ...texts.filter((text) => hasWord(text) && /^\p{Lu}|\s/u.test(text.trim()))]
    }
    case 'Literal':
      return typeof node.value === 'string' && isSentence(node.value) ? [node.value] : []
    // SQL.
    case 'TaggedTemplateExpression':
      return ((node.quasi as Node).expressions as Node[]).flatMap(textsIn)
    case 'TemplateLiteral': {
      const said = (node.quasis as { value: { cooked: string } }[]).map(({ value }) => value.cooked)
      return [...inner, ...said.filter((text, index) => isPhrase(text) || (index === 0 && isSentence(`${text}x`)))]
    }
    default:
      return inner
  }
}

const isOf = (path: string, entry: string) => path === entry || path.startsWith(`${entry}/`)
const files = readSources().filter(
  ({ path }) => !isTest(path) && /^(contract|server|web)\//.test(path) && !otherwise.some((entry) => isOf(path, entry)),
)
const found = files.map(({ path, text }) => ({
  path,
  texts: [...new Set(textsIn(parseSync(path, text).program as unknown as Node))],
}))

it('finds a text in the code, wherever it hides', () => {
  const inCode = (code: string) => textsIn(parseSync('a.tsx', code).program as unknown as Node)
  expect(inCode('<p>Save</p>')).toEqual(['Save'])
  expect(inCode('<p>{isNew ? "New" : m.old()} · {name}</p>')).toEqual(['New'])
  expect(inCode('<a aria-label={"Edit " + name} className="a b" />')).toEqual(['Edit '])
  expect(inCode('const fault = "Enter a name"')).toEqual(['Enter a name'])
  expect(inCode('const options = [{ value: "Note", label: "Note" }]')).toEqual(['Note'])
  expect(inCode('throw new PortalError(409, "twice", `only one file`)')).toEqual(['only one file'])
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is code
  expect(inCode('const age = `${minutes} min ago`')).toEqual([' min ago'])
  expect(inCode('throw new Error("Never comes here")')).toEqual([])
  expect(inCode('<p title={m.note_title()} className="note-small tabular">{name} · {count}</p>')).toEqual([])
})

it('says nothing to a person but by the catalogue', () => {
  const strays = found.filter(({ texts }) => texts.length > 0)
  expect(Object.fromEntries(strays.map(({ path, texts }) => [path, texts]))).toEqual({})
})

it('keeps no text that nothing says', () => {
  const code = readSources().filter(({ path }) => !isTest(path))
  const said = new Set(code.flatMap(({ text }) => [...text.matchAll(/\bm\.(\w+)/g)].map(([, key]) => key)))
  expect(Object.keys(m).filter((key) => !said.has(key))).toEqual([])
})
