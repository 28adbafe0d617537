import { m } from '@eupnea/texts'
import type { PolicyTable } from './policy-section.ts'

export const collectedData = (): PolicyTable => ({
  caption: m.policy_data_caption(),
  columns: [m.policy_data_column_1(), m.policy_data_column_2(), m.policy_data_column_3()],
  rows: [
    [m.policy_data_1_cell_1(), m.policy_data_1_cell_2(), m.policy_data_1_cell_3()],
    [m.policy_data_2_cell_1(), m.policy_data_2_cell_2(), m.policy_data_2_cell_3()],
    [m.policy_data_3_cell_1(), m.policy_data_3_cell_2(), m.policy_data_3_cell_3()],
    [m.policy_data_4_cell_1(), m.policy_data_4_cell_2(), m.policy_data_4_cell_3()],
    [m.policy_data_5_cell_1(), m.policy_data_5_cell_2(), m.policy_data_5_cell_3()],
    [m.policy_data_6_cell_1(), m.policy_data_6_cell_2(), m.policy_data_6_cell_3()],
    [m.policy_data_7_cell_1(), m.policy_data_7_cell_2(), m.policy_data_7_cell_3()],
  ],
})

export const recipients = (): PolicyTable => ({
  caption: m.policy_recipient_caption(),
  columns: [
    m.policy_recipient_column_1(),
    m.policy_recipient_column_2(),
    m.policy_recipient_column_3(),
    m.policy_recipient_column_4(),
  ],
  rows: [
    [
      m.policy_recipient_1_cell_1(),
      m.policy_recipient_1_cell_2(),
      m.policy_recipient_1_cell_3(),
      m.policy_recipient_1_cell_4(),
    ],
    [
      m.policy_recipient_2_cell_1(),
      m.policy_recipient_2_cell_2(),
      m.policy_recipient_2_cell_3(),
      m.policy_recipient_2_cell_4(),
    ],
    [
      m.policy_recipient_3_cell_1(),
      m.policy_recipient_3_cell_2(),
      m.policy_recipient_3_cell_3(),
      m.policy_recipient_3_cell_4(),
    ],
    [
      m.policy_recipient_4_cell_1(),
      m.policy_recipient_4_cell_2(),
      m.policy_recipient_4_cell_3(),
      m.policy_recipient_4_cell_4(),
    ],
    [
      m.policy_recipient_5_cell_1(),
      m.policy_recipient_5_cell_2(),
      m.policy_recipient_5_cell_3(),
      m.policy_recipient_5_cell_4(),
    ],
    [
      m.policy_recipient_6_cell_1(),
      m.policy_recipient_6_cell_2(),
      m.policy_recipient_6_cell_3(),
      m.policy_recipient_6_cell_4(),
    ],
  ],
})
