import type { Role } from '#contract/grants.ts'
import { administrators, type Later, of } from './later-row.ts'

const teachers: readonly Role[] = ['administrator', 'admin', 'teacher']

/** Pages to come of the education edition. */
export const educationLater: readonly Later[] = [
  of(
    '/questionsetting',
    'edu',
    { zh: '题目设置', en: 'Question setting' },
    {
      zh: '出题：分录、报表填列、底稿实操等题型。',
      en: 'setting questions: entries, statements, working papers.',
    },
    { roles: teachers },
  ),
  of(
    '/questionthinking',
    'edu',
    { zh: '题目思路', en: 'Question thinking' },
    {
      zh: '一道题的解题步骤、知识点和分级提示。',
      en: 'a question’s steps, points of knowledge and graded hints.',
    },
    { roles: teachers },
  ),
  of(
    '/questionstuview',
    'edu',
    { zh: '题目', en: 'Question' },
    {
      zh: '学生答题，教师按学生所见查看。',
      en: 'students answer; teachers see what students see.',
    },
    { roles: ['student', 'teacher'] },
  ),
  of(
    '/studyApi',
    'edu',
    { zh: '欢迎', en: 'Welcome' },
    {
      zh: '实训平台的入门和各项功能的入口。',
      en: 'a first tour of the training platform.',
    },
  ),
  of(
    '/studywordonline/index',
    'edu',
    { zh: '实训文档', en: 'Training document' },
    {
      zh: '在线撰写实训报告，教师批注。',
      en: 'writing training reports online, annotated by the teacher.',
    },
  ),
  of(
    '/edu/home',
    'none',
    { zh: '教育门户', en: 'Education portal' },
    {
      zh: '学校的门户：课程、案例和公告。',
      en: 'the school’s portal: courses, cases, notices.',
    },
    { roles: administrators },
  ),
  of(
    '/edu/index',
    'edu',
    { zh: '教育首页', en: 'Education home' },
    {
      zh: '学校、班级、学生和课程的概况。',
      en: 'the school, its classes, students and courses at a glance.',
    },
    { roles: administrators },
  ),
  of(
    '/edu/schoolInit',
    'edu',
    { zh: '学校初始化', en: 'School initialisation' },
    {
      zh: '学校资料、学期、院系和专业。',
      en: 'the school’s data, terms, departments and majors.',
    },
    { roles: administrators },
  ),
  of(
    '/edu/studentManage',
    'edu',
    { zh: '学生管理', en: 'Students' },
    {
      zh: '导入学生、分班、重置密码。',
      en: 'importing students, classes, passwords.',
    },
    { roles: administrators, isTab: false },
  ),
  of(
    '/edu/courseManage',
    'edu',
    { zh: '课程管理', en: 'Courses' },
    {
      zh: '课程、章节、资源和开课。',
      en: 'courses, chapters, resources, offerings.',
    },
    { roles: teachers },
  ),
  of(
    '/edu/examManage',
    'edu',
    { zh: '作业考试管理', en: 'Homework and exams' },
    {
      zh: '布置作业和考试、阅卷、发布成绩。',
      en: 'setting homework and exams, marking, releasing grades.',
    },
    { roles: teachers },
  ),
  of(
    '/edu/classManage',
    'edu',
    { zh: '班级管理', en: 'Classes' },
    {
      zh: '班级、成员和邀请码。',
      en: 'classes, members, invitation codes.',
    },
    { roles: teachers },
  ),
  of(
    '/newmain/my-courses',
    'byRole',
    { zh: '我的课程', en: 'My courses' },
    {
      zh: '学生的课程、作业和考试，以及要做的实训。',
      en: 'a student’s courses, homework, exams and training cases.',
    },
    { course: true },
  ),
]
