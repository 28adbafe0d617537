import { m } from '@eupnea/texts'
import type { PolicySection } from './policy-section.ts'
import { collectedData, recipients } from './policy-tables.ts'

/** Sections 1 to 9: which data, why, who it is shared with and how long it is kept. */
export const dataSections: () => readonly PolicySection[] = () => [
  {
    id: 'pp_p1',
    title: m.policy_p1_title(),
    blocks: [m.policy_p1_text_1(), m.policy_p1_text_2(), m.policy_p1_text_3()],
  },
  {
    id: 'pp_p2',
    title: m.policy_p2_title(),
    blocks: [m.policy_p2_text_1(), { table: collectedData() }],
  },
  {
    id: 'pp_p3',
    title: m.policy_p3_title(),
    blocks: [
      {
        list: [m.policy_p3_text_1(), m.policy_p3_text_2(), m.policy_p3_text_3(), m.policy_p3_text_4()],
      },
      m.policy_p3_text_5(),
    ],
  },
  {
    id: 'pp_p4',
    title: m.policy_p4_title(),
    blocks: [
      {
        list: [
          m.policy_p4_text_1(),
          m.policy_p4_text_2(),
          m.policy_p4_text_3(),
          m.policy_p4_text_4(),
          m.policy_p4_text_5(),
        ],
      },
      m.policy_p4_text_6(),
    ],
  },
  {
    id: 'pp_p5',
    title: m.policy_p5_title(),
    blocks: [m.policy_p5_text_1(), m.policy_p5_text_2()],
  },
  {
    id: 'pp_p6',
    title: m.policy_p6_title(),
    blocks: [m.policy_p6_text_1(), m.policy_p6_text_2()],
  },
  {
    id: 'pp_p7',
    title: m.policy_p7_title(),
    blocks: [m.policy_p7_text_1(), { table: recipients() }, m.policy_p7_text_2()],
  },
  {
    id: 'pp_p8',
    title: m.policy_p8_title(),
    blocks: [m.policy_p8_text_1()],
  },
  {
    id: 'pp_p9',
    title: m.policy_p9_title(),
    blocks: [
      m.policy_p9_text_1(),
      {
        list: [
          m.policy_p9_text_2(),
          m.policy_p9_text_3(),
          m.policy_p9_text_4(),
          m.policy_p9_text_5(),
          m.policy_p9_text_6(),
        ],
      },
      m.policy_p9_text_7(),
    ],
  },
]
