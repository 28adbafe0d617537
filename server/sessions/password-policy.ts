import { m } from '@eupnea/texts'

/** Passwords that are refused because attackers try them first (ID-9). The contract checks the length. */

const passwordLeast = 12

/**
 * Words that make up most leaked passwords of 12 and more characters, as `reduce` leaves them: lower case, with digits
 * and signs turned back into the letters they stand for and the rest dropped.
 */
const commonWords = `
password passwort motdepasse contrasena wachtwoord senha parola passw passphrase pass mypassword thepassword
qwerty qwertyuiop qwertz azerty asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx qazwsxedc wsxedc asdf zxcv qwer
welcome letmein iloveyou admin administrator superadmin root login access secret master changeme default temp temporary
guest test testing tester user username demo system server manager support service
abc abcd abcde abcdef abcdefg abcdefgh abcdefghij abcdefghijkl alphabet
monkey dragon football baseball basketball soccer hockey superman batman spiderman pokemon starwars trustno
sunshine princess shadow michael jordan jennifer ashley jessica charlie daniel thomas robert george andrew
summer winter spring autumn january february march april may june july august september october november december
monday tuesday wednesday thursday friday saturday sunday
hello helloworld freedom whatever computer internet google facebook samsung apple android iphone windows microsoft
liverpool chelsea arsenal manchester barcelona juventus london england america canada
love lovely loveme loveyou family babygirl butterfly flower chocolate cookie cheese pepper ginger orange banana
nurse doctor hospital clinic medical health care nursing ward resident patient facility eupnea sleep breathe
correcthorsebatterystaple nothing unknown money killer lucky diamond silver golden purple
`
const common = new Set(commonWords.trim().split(/\s+/))

const stands: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}

/** Why a password would be guessed, for showing to people; null when it wouldn't. */
export function whyWeak(password: string, email: string): string | null {
  const plain = password.normalize('NFKC').toLowerCase()
  if (plain.length < passwordLeast) return m.rule_too_short({ min: passwordLeast })
  if (new Set(plain).size < 5) return m.session_password_few()
  if (isRun(plain)) return m.session_password_run()
  const name = email.split('@')[0]?.toLowerCase() ?? ''
  if (name.length >= 4 && plain.replaceAll(name, '').length < passwordLeast / 2) return m.session_password_email()
  if (isCommonWord(plain)) return m.session_password_common()
  return null
}

/** 123456789012, abcdefghijkl, 987654321098: nearly every step is the same. */
function isRun(text: string): boolean {
  const steps = [...text].slice(1).map((char, at) => char.charCodeAt(0) - text.charCodeAt(at))
  const onwards = (by: number) => steps.filter((step) => step === by).length
  return Math.max(onwards(1), onwards(-1), onwards(0)) >= steps.length * 0.7
}

/** password1234, P@ssw0rd!2024, welcomewelcome1: one common word, decorated or repeated. */
function isCommonWord(text: string): boolean {
  // Digits and signs at the ends are decoration; within the word they stand for letters.
  const core = text.replaceAll(/^[^a-z]+|[^a-z]+$/g, '')
  const words = [core, core.replaceAll(/[^a-z]/g, (sign) => stands[sign] ?? '')].map((word) =>
    word.replaceAll(/[^a-z]/g, ''),
  )
  return words.some((word) => common.has(word) || common.has(halfOf(word)))
}

const halfOf = (word: string): string => {
  const half = word.slice(0, word.length / 2)
  return half + half === word ? half : ''
}
