/** Pretendard in pieces of a few characters each: only those that a page shows are fetched. */
import "pretendard/dist/web/variable/pretendardvariable-dynamic-subset.css";
