/**
 * The tests' pseudo-language: each text is in brackets, `⟦Save note⟧`, so whatever a page shows outside of them isn't
 * from the catalogue. Compiled by `node texts/compile.ts --pseudo`, used under the condition `pseudo`.
 */

type Text = string | readonly { readonly match: Readonly<Record<string, string>> }[]

const wrap = (text: string): string => `⟦${text}⟧`

/** A file of the catalogue in that language. */
export function pseudo<T extends { readonly content: string }>(file: T): T {
  const texts = Object.entries(JSON.parse(file.content) as Record<string, Text>)
  const wrapped = texts.map(([key, text]) => [
    key,
    typeof text === 'string'
      ? wrap(text)
      : text.map((variants) => ({
          ...variants,
          match: Object.fromEntries(Object.entries(variants.match).map(([when, said]) => [when, wrap(said)])),
        })),
  ])
  return { ...file, content: JSON.stringify(Object.fromEntries(wrapped)) }
}

/** What is outside the brackets; texts may be nested. */
export function outsideCatalogue(shown: string): string {
  let depth = 0
  let outside = ''
  for (const letter of shown) {
    if (letter === '⟦') depth++
    else if (letter === '⟧') depth--
    else if (depth === 0) outside += letter
  }
  return outside
}
