package javax.annotation;

/** Marks source code that a program has written. */
public @interface Generated {
	String[] value();

	String date() default "";

	String comments() default "";
}
