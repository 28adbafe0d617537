import { productName } from '@eupnea/contract/product.ts'
import { m } from '@eupnea/texts'
import { Link, useLocation } from '@tanstack/react-router'
import { Suspense, useEffect } from 'react'
import { BreathMark } from '../../shared/breath-mark.tsx'
import { ColumnHeads } from '../../shared/column-heads.tsx'
import { lazyPart } from '../../shared/parts.ts'
import { useSession } from '../../shared/session.ts'
import { Footer } from '../footer.tsx'
import { PageSpinner } from '../page-spinner.tsx'
import styles from './policy-page.module.css'
import type { PolicyBlock, PolicySection, PolicyTable } from './policy-section.ts'
import { policySections, policyUpdated } from './policy-text.ts'

const MainLayout = lazyPart(async () => (await import('../main-layout.tsx')).MainLayout)

/** The privacy and cookies policy, inside the shell for people who are signed in (SH-11). */
export function PolicyPage() {
  const session = useSession()
  if (!session)
    return (
      <div className={styles.policyPublic}>
        <header className={styles.policyBar}>
          <Link to="/" className={styles.policyBrand}>
            <BreathMark /> {productName}
          </Link>
          <Link to="/user/login">{m.policy_sign_in()}</Link>
        </header>
        <main>
          <Policy />
        </main>
        <Footer />
      </div>
    )
  return (
    <Suspense fallback={<PageSpinner />}>
      <MainLayout>
        <Policy />
      </MainLayout>
    </Suspense>
  )
}

function Policy() {
  const { hash } = useLocation()
  const sections = policySections()
  // The browser looks for the anchor before the page is rendered.
  useEffect(() => {
    if (hash) document.getElementById(hash)?.scrollIntoView()
  }, [hash])
  return (
    <article className={styles.policy}>
      <header className={styles.policyHead}>
        <h1>{m.policy_title()}</h1>
        <p>{m.policy_updated({ date: policyUpdated })}</p>
      </header>
      <nav className={styles.policyContents} aria-labelledby="policy-contents">
        <h2 id="policy-contents">{m.policy_contents()}</h2>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className={styles.policySections}>
        {sections.map((section, index) => (
          <Section key={section.id} section={section} number={index + 1} />
        ))}
      </div>
    </article>
  )
}

function Section({ section: { id, title, blocks }, number }: { section: PolicySection; number: number }) {
  return (
    <section id={id} aria-labelledby={`${id}_title`}>
      <h2 id={`${id}_title`}>
        <span className={styles.policyNumber}>{number}.</span> {title}
      </h2>
      {blocks.map((block) => (
        <Block key={typeof block === 'string' ? block : JSON.stringify(block)} block={block} />
      ))}
    </section>
  )
}

function Block({ block }: { readonly block: PolicyBlock }) {
  if (typeof block === 'string') return <p>{block}</p>
  if ('table' in block) return <Table table={block.table} />
  return (
    <ul>
      {block.list.map((item) => (
        <li key={item}>{item}</li>
      ))}
    </ul>
  )
}

/** On a phone, each row becomes a list with the column's name before each value. */
function Table({ table: { caption, columns, rows } }: { readonly table: PolicyTable }) {
  return (
    <table className={styles.policyTable}>
      <caption>{caption}</caption>
      <ColumnHeads columns={columns} />
      <tbody>
        {rows.map((row) => (
          <tr key={row[0]}>
            {row.map((cell, index) => (
              <td key={columns[index]} data-column={columns[index]}>
                {cell}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
